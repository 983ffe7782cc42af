import type { EmailTemplate } from '@millrace/contract'

/** The entries of the form of an email template. */
export type MailDraft = Pick<EmailTemplate, 'name' | 'subject' | 'html' | 'missingValues'>

export const emptyDraft: MailDraft = { name: '', subject: '', html: '', missingValues: 'empty' }

export function pickDraft({ name, subject, html, missingValues }: EmailTemplate): MailDraft {
  return { name, subject, html, missingValues }
}

/** Returns whether the required fields of a mail are filled in. */
export function isSendable({ name, subject }: MailDraft): boolean {
  return name.trim() !== '' && subject.trim() !== ''
}

/** Reads the JSON of sample values; null when it is not an object. */
export function readSample(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Returns the JSON of empty sample values for variables, to be filled in. */
export function writeSample(variables: readonly string[]): string {
  return variables.length === 0 ? '' : JSON.stringify(Object.fromEntries(variables.map((name) => [name, ''])), null, 2)
}

/** Lists the placeholders that the sample values define: `customer`, `customer.name`. */
export function listPlaceholders(sample: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(sample).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : []),
  ])
}

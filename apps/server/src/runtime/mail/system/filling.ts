import {
  type SystemMail,
  type SystemMailContent,
  type SystemPart,
  type SystemPlaceholder,
  systemMails,
} from '@millrace/contract'

/** The values for a system template. Missing ones are empty in this mail. */
export interface Filling {
  readonly values: Readonly<Partial<Record<SystemPlaceholder, string | null>>>
  /** HTML, in which everything that people have written is text. */
  readonly parts?: Readonly<Partial<Record<SystemPart, string>>>
}

/** Returns all values that a mail may name, with null for missing ones, so that every expression finds its names. */
export function completeFilling(mail: SystemMail, { values, parts = {} }: Filling) {
  const content: SystemMailContent = systemMails[mail]
  return {
    sample: Object.fromEntries(content.placeholders.map((name) => [name, values[name] ?? null])),
    parts: Object.fromEntries(content.parts.map((name) => [name, parts[name] ?? ''])),
  }
}

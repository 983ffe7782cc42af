import {
  type SystemMail,
  type SystemMailContent,
  type SystemPart,
  type SystemPlaceholder,
  systemMails,
} from '@millrace/contract'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime.ts'
import { cleanHtml, decode, encode } from '../clean-html.ts'
import { splitPlaceholders } from '../placeholders.ts'
import { readMailText } from '../read-mail-text.ts'
import type { WrittenMail } from './fill-built-in.ts'
import type { Filling } from './filling.ts'
import { sampleFilling } from './sample-filling.ts'
import { fillOwn } from './write-system-mail.ts'

export interface TextToCheck {
  readonly mail: SystemMail
  readonly subject: string
  readonly html: string
  /** The address at which browsers reach the server, for links. */
  readonly publicUrl: string
}

export interface CheckedText {
  readonly subject: string
  readonly html: string
  /** The mail that it makes of sample values. */
  readonly sample: WrittenMail
}

/**
 * Checks the text of a system template: it uses only placeholders that the mail has, renders with long and short
 * values, and has the link that its reader needs. Returns the text to store, or the errors.
 */
export async function checkSystemText(
  runtime: Runtime,
  workplaceId: string,
  { mail, subject, html, publicUrl }: TextToCheck,
): Promise<CheckedText | Refusal> {
  const kept = await readMailText(runtime, { workplaceId }, { subject, html })
  if (kept instanceof Refusal) return kept
  const text = { subject, html: kept.html }
  const problems = [...listUnknown(mail, kept.variables, text), ...listMisplaced(mail, text)]
  const [first] = problems
  if (first !== undefined)
    return refuse(
      'template.invalid',
      first.sentence,
      problems.map(({ where, message }) => ({ where, message })),
    )
  const fill = async (isSparse: boolean) => {
    const filling = sampleFilling(mail, { publicUrl, now: runtime.clock(), isSparse })
    const written = await fillOwn(runtime, workplaceId, { mail, own: text, filling })
    return { filling, written }
  }
  const [full, sparse] = [await fill(false), await fill(true)]
  if (full.written instanceof Refusal) return full.written
  if (sparse.written instanceof Refusal) return sparse.written
  const missing =
    findMissing(mail, full.written.html, full.filling) ?? findMissing(mail, sparse.written.html, sparse.filling)
  if (missing === null) return { ...text, sample: full.written }
  return refuse(
    'template.invalid',
    `Expected \${${missing}} in the text, because the mail needs this placeholder, but it is missing.`,
    [{ where: 'html', message: `\${${missing}} has to stand in the text: the mail is good for nothing without it.` }],
  )
}

type Text = { readonly subject: string; readonly html: string }

interface Problem {
  readonly where: 'subject' | 'html'
  /** Beside the field. */
  readonly message: string
  /** The message as a full sentence. */
  readonly sentence: string
}

function listUnknown(mail: SystemMail, variables: readonly string[], text: Text): Problem[] {
  const content: SystemMailContent = systemMails[mail]
  const known: readonly string[] = [...content.placeholders, ...content.parts]
  const all = known.map((name) => `\${${name}}`).join(', ')
  return variables
    .filter((name) => !known.includes(name))
    .map((name) => ({
      where: splitPlaceholders(text.subject).some((piece) => piece.kind === 'placeholder' && names(piece.text, name))
        ? 'subject'
        : 'html',
      message: `\${${name}} is no placeholder of this mail.`,
      sentence: `Expected placeholders of this mail, but \${${name}} does not exist. The placeholders are ${all}.`,
    }))
}

/** Lines with links stand where text may, as they are. */
function listMisplaced(mail: SystemMail, { subject, html }: Text): Problem[] {
  const { parts }: SystemMailContent = systemMails[mail]
  return parts.flatMap((part) => {
    const alone = `\${${part}}`
    const message = `${alone} can only be used in the text: not in the subject, in an address or in an expression.`
    const sentence = `Expected ${alone} only in the text, but it is in the subject, in an address or in an expression.`
    const isInSubject = splitPlaceholders(subject).some(({ kind, text }) => kind === 'placeholder' && names(text, part))
    let before = ''
    const isMisplaced = splitPlaceholders(html).some(({ kind, text }) => {
      if (kind === 'text') {
        before += text
        return false
      }
      return names(decode(text), part) && (text !== alone || before.lastIndexOf('<') > before.lastIndexOf('>'))
    })
    return [
      ...(isInSubject ? [{ where: 'subject', message, sentence } as const] : []),
      ...(isMisplaced ? [{ where: 'html', message, sentence } as const] : []),
    ]
  })
}

/** Returns whether a placeholder has the word, be it in quotes: to be asked to write it otherwise does no harm. */
function names(placeholder: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(placeholder)
}

/** Returns the required placeholders that a mail lacks. */
function findMissing(mail: SystemMail, html: string, { values, parts = {} }: Filling): string | null {
  const { needs }: SystemMailContent = systemMails[mail]
  for (const need of needs) {
    const part = parts[need as SystemPart]
    const needed = part === undefined ? encode(values[need as SystemPlaceholder] ?? '') : cleanHtml(part)
    if (!html.includes(needed)) return need
  }
  return null
}

import { listenerLimits } from '@millrace/contract/outside-limits'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { toPlainText } from '../../mail/clean-html.ts'

/** An attachment of a mail. */
export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A mail as mappings see it. All texts can be stored. */
export interface ReadMail {
  /** Empty: its sender gave it none. */
  readonly messageId: string
  readonly subject: string
  /** The address of the sender. */
  readonly from: string
  readonly fromName: string
  /** Addresses with commas between them. */
  readonly to: string
  readonly cc: string
  /** ISO 8601; null: there is none that can be read. */
  readonly date: string | null
  readonly text: string
  /** The HTML as the sender wrote it, including scripts; empty for none. */
  readonly html: string
  /** By their names in small letters, the first of each. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly MailAttachment[]
}

/** A mail, or why it cannot be read. */
export type MailReading =
  | { readonly ok: true; readonly mail: ReadMail }
  | { readonly ok: false; readonly message: string }

/** Limits of the parser. Mails of programs that people use have far less. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 1_000_000, maxRfc822NestingDepth: 5 } as const
const maxHeaders = 500
const maxHeader = 10_000

/** Reads a mail (RFC 5322, MIME); in a thread, because it may be large and hostile. */
export async function readMail({ source }: { readonly source: Uint8Array }): Promise<MailReading> {
  let email: Email
  try {
    email = await PostalMime.parse(source, limits)
  } catch {
    return { ok: false, message: 'Expected an email that can be read, but its structure is broken or too deep.' }
  }
  const { attachments } = email
  if (attachments.length > listenerLimits.attachments)
    return {
      ok: false,
      message: `Expected an email with at most ${listenerLimits.attachments} attachments, but it has ${attachments.length}.`,
    }
  const html = clean(email.html)
  const [sender] = mailboxes(email.from === undefined ? [] : [email.from])
  const date = new Date(email.date ?? '')
  return {
    ok: true,
    mail: {
      messageId: shorten(email.messageId, maxHeader),
      subject: clean(email.subject),
      from: sender?.address ?? '',
      fromName: sender?.name ?? '',
      to: addressesOf(email.to),
      cc: addressesOf(email.cc),
      date: Number.isNaN(date.getTime()) ? null : date.toISOString(),
      text: email.text === undefined ? toPlainText(html) : clean(email.text),
      html,
      headers: headersOf(email),
      attachments: attachments.map(({ filename, mimeType, content }, index) => ({
        name: baseName(clean(filename)) || `attachment-${index + 1}`,
        type: shorten(mimeType, 255) || 'application/octet-stream',
        bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      })),
    },
  }
}

/** Returns a text that PostgreSQL can store. */
function clean(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\0', '').toWellFormed()
}

/** Cuts before it cleans: half of a character cannot be stored. */
function shorten(text: string | null | undefined, most: number): string {
  return clean((text ?? '').slice(0, most))
}

/** The last part of a name: senders may write paths, and turn the direction of letters to hide the ending. */
function baseName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return last === '.' || last === '..' ? '' : shorten(last.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ''), 255)
}

function mailboxes(addresses: readonly Address[]): readonly { readonly name: string; readonly address: string }[] {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => ({ name: clean(name), address: clean(address) }))
}

function addressesOf(addresses: readonly Address[] = []): string {
  return mailboxes(addresses)
    .map(({ address }) => address)
    .filter((address) => address !== '')
    .join(', ')
}

function headersOf({ headers }: Email): Record<string, string> {
  const read: Record<string, string> = {}
  for (const { key, value } of headers.slice(0, maxHeaders))
    if (!Object.hasOwn(read, key)) read[clean(key)] = shorten(value, maxHeader)
  return read
}

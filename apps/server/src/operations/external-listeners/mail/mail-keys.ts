import type { MailLocation } from '../../../platform/outgoing/open-mailbox.ts'
import type { ReadMail } from '../../../runtime/listeners/mail/read-mail.ts'
import { digest } from '../../../runtime/listeners/verify-webhook.ts'
import type { InboxWatch } from './inbox-watch.ts'

/** Returns the key of a mail by its location: the same mail at the same location has the same key. */
export function locationKey({ reached, standIn }: InboxWatch, { folder, uidValidity, uid }: MailLocation): Buffer {
  const { connection } = reached
  const mailbox = connection.kind === 'mail' ? [connection.host, connection.username] : []
  return digestOf(['location', standIn, ...mailbox, folder, uidValidity, uid])
}

/**
 * Returns the key of a mail by what its sender wrote: a copy of it at another location has the same key. The id alone does
 * not count, because some programs use one id for several mails. Null: the mail has no id.
 */
export function senderKey({ standIn }: InboxWatch, { messageId, from, subject, date }: ReadMail): Buffer | null {
  return messageId === '' ? null : digestOf(['sender', standIn, messageId, from, subject, date])
}

function digestOf(parts: readonly (string | number | null)[]): Buffer {
  return digest(Buffer.from(JSON.stringify(parts)))
}

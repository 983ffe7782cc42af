import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import type { Filling } from './filling.ts'

interface EmergencyMail {
  readonly receiver: { readonly firstName: string | null; readonly lastName: string | null }
  /** User name of the emergency administrator. */
  readonly by: string
  /** The time of the sign-in, ISO 8601. */
  readonly at: string
  readonly address: string | null
  readonly link: string
}

/**
 * Returns the values of the placeholders in the mail about a sign-in of the emergency administrator. The time is in
 * UTC.
 */
export function fillEmergencyMail({ receiver, by, at, address, link }: EmergencyMail, texts: MailTexts): Filling {
  const { firstName, lastName } = receiver
  const greeting = firstName === null ? texts.helloNobody : fillText(texts.hello, { who: firstName })
  const time = `${at.slice(0, 10).split('-').reverse().join('/')} ${at.slice(11, 16)} UTC`
  return { values: { greeting, firstName, lastName, by, what: address === null ? time : `${time}, ${address}`, link } }
}

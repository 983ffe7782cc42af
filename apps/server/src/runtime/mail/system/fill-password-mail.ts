import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import type { Filling } from './filling.ts'

interface PasswordMail {
  readonly user: {
    readonly username: string
    readonly firstName: string | null
    readonly lastName: string | null
  }
  readonly link: string
  /** The expiry of the link, ISO 8601. */
  readonly until: string
}

/** Returns the values for the template of a mail with a link for choosing a password. `until` is written in UTC. */
export function fillPasswordMail({ user, link, until }: PasswordMail, texts: MailTexts): Filling {
  const { username, firstName, lastName } = user
  const time = `${until.slice(0, 10).split('-').reverse().join('/')} ${until.slice(11, 16)} UTC`
  const greeting = firstName === null ? texts.helloNobody : fillText(texts.hello, { who: firstName })
  const validity = fillText(texts.validity, { until: time })
  return { values: { greeting, firstName, lastName, username, link, until: time, validity } }
}

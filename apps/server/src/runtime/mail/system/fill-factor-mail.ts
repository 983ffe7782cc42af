import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import type { Filling } from './filling.ts'

/** What happened to the second factors of a user. */
export type FactorChange = { readonly kind: 'added' | 'removed'; readonly name: string } | { readonly kind: 'reset' }

interface FactorMail {
  readonly owner: { readonly username: string; readonly firstName: string | null; readonly lastName: string | null }
  readonly change: FactorChange
}

/** Returns the values for the mail that notifies a user of a change of their second factors. */
export function fillFactorMail({ owner, change }: FactorMail, texts: MailTexts): Filling {
  const { username, firstName, lastName } = owner
  const greeting = firstName === null ? texts.helloNobody : fillText(texts.hello, { who: firstName })
  const what =
    change.kind === 'reset'
      ? texts.factorsReset
      : fillText(change.kind === 'added' ? texts.factorAdded : texts.factorRemoved, { name: change.name })
  return { values: { greeting, firstName, lastName, username, what } }
}

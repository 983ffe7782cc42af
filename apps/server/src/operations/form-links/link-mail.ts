import { mailTextsOf } from '@millrace/contract/mail-texts'
import type { Statement } from '../../platform/db/batch.ts'
import { fillBuiltIn } from '../../runtime/mail/system/fill-built-in.ts'
import { fillFormMail } from '../../runtime/mail/system/fill-form-mail.ts'
import type { Filling } from '../../runtime/mail/system/filling.ts'
import { orderStatement } from '../order-job.ts'

/** A mail of the product that leads somebody to a form. */
export interface LinkMail {
  readonly id: string
  readonly mail: 'formLink' | 'savedForm'
  readonly to: string
  /** Of the form. */
  readonly name: string
  /** The address that it leads to. */
  readonly way: string
  /** Until when it leads there; null: always. */
  readonly until: string | null
  readonly at: string
}

/**
 * Returns the statements of a job that mails a link after the commit, with the system template of the workplace. The
 * content is erased after sending, because the address of the link is a secret.
 */
export function linkMailStatements(workplaceId: string, { id, mail, to, name, way, until, at }: LinkMail): Statement[] {
  const texts = mailTextsOf(null)
  const filling: Filling = fillFormMail({ name, way, until }, texts)
  const { subject, html, text } = fillBuiltIn(mail, texts.mails[mail], filling)
  return [
    {
      name: 'link_mail_add',
      text: `insert into test_mail (workplace_id, id, recipient, subject, html, plain_text, state, is_secret, system_mail, filling, created_at)
        values ($1, $2, $3, $4, $5, $6, 'waiting', true, $7, $8::jsonb, $9)`,
      values: [workplaceId, id, to, subject, html, text, mail, JSON.stringify(filling), at],
    },
    orderStatement({ workplaceId, id, name: 'link-mail', kind: 'mail', at }),
  ]
}

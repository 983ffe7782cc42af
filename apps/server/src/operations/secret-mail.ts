import type { SystemMail } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import type { Statement } from '../platform/db/batch.ts'
import { fillBuiltIn } from '../runtime/mail/system/fill-built-in.ts'
import type { Filling } from '../runtime/mail/system/filling.ts'
import { orderStatement } from './order-job.ts'

export interface SecretMail {
  readonly id: string
  readonly mail: SystemMail
  readonly to: string
  readonly filling: Filling
  /** The name of its job in lists of jobs. */
  readonly job: string
  readonly at: string
}

/**
 * Returns the statements that order a system mail with a secret link after the commit, with the text of the workplace
 * if one exists when it is sent. The content of the mail is deleted after sending.
 */
export function secretMailStatements(workplaceId: string, { id, mail, to, filling, job, at }: SecretMail): Statement[] {
  const { subject, html, text } = fillBuiltIn(mail, mailTextsOf(null).mails[mail], filling)
  return [
    {
      name: 'secret_mail_add',
      text: `insert into test_mail (workplace_id, id, recipient, subject, html, plain_text, state, is_secret, system_mail, filling, created_at)
        values ($1, $2, $3, $4, $5, $6, 'waiting', true, $7, $8::jsonb, $9)`,
      values: [workplaceId, id, to, subject, html, text, mail, JSON.stringify(filling), at],
    },
    orderStatement({ workplaceId, id, name: job, kind: 'mail', at }),
  ]
}

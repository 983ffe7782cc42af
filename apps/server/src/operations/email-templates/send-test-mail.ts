import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { renderMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadEmailTemplateFor } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

export interface TestMailOrder {
  readonly id: string
  readonly to: string
  /** Values of process variables by name. */
  readonly sample: Readonly<Record<string, unknown>>
}

/** Has a mail of a template sent: a job does it when this is committed. @returns the id of the mail. */
export async function sendTestMail(
  context: OperationContext,
  user: User,
  { id, to, sample }: TestMailOrder,
): Promise<string | Refusal> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const { workplaceId, username } = user
  const template = await db.read(user, (tx) => loadEmailTemplateFor(tx, user, id))
  if (template instanceof Refusal) return template
  const mail = await renderMailText(runtime, user, { text: template, sample })
  if (mail instanceof Refusal) return mail
  const [first] = mail.missing
  if (template.missing_values === 'refuse' && first !== undefined)
    return refuse(
      'template.values-missing',
      `Expected a value for each placeholder of “${template.name}”, but ${first.placeholder} has none: ${first.message} Add it to the sample values.`,
      mail.missing.map(({ placeholder, message }) => ({ where: placeholder, message })),
    )
  const mailId = runtime.newId()
  const at = clock().toISOString()
  await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'test_mail_forget',
        text: `delete from test_mail m using (select id from test_mail where workplace_id = $1 and created_at < $2::timestamptz - interval '1 day'
            and state <> 'waiting' order by created_at limit 20 for update skip locked) old
          where m.workplace_id = $1 and m.id = old.id`,
        values: [workplaceId, at],
      },
      {
        name: 'test_mail_add',
        text: `insert into test_mail (workplace_id, id, recipient, subject, html, plain_text, state, created_at, created_by)
          values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`,
        values: [workplaceId, mailId, to, mail.subject, mail.html, mail.text, at, username],
      },
      {
        name: 'test_mail_order',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          values ($1, $2, $2, 'test-mail', 'mail', $3, 3, 0, false, false, $3)`,
        values: [workplaceId, mailId, at],
      },
    ]),
  )
  runtime.announceJobs()
  return mailId
}

import { countTry } from '../../platform/auth/count-try.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
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

/** Of one user in a minute. */
const mostMails = 10

/**
 * Has a mail of a template sent: a job does it when this is committed. It goes to people of the workplace alone, for the
 * server mails in its own name whatever the designer writes. @returns the id of the mail.
 */
export async function sendTestMail(
  context: OperationContext,
  user: User,
  { id, to, sample }: TestMailOrder,
): Promise<string | Refusal | TooMany> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const { workplaceId, username } = user
  const [template, isKnown] = await db.read(user, (tx) =>
    Promise.all([loadEmailTemplateFor(tx, user, id), isOfWorkplace(tx, workplaceId, to)]),
  )
  if (template instanceof Refusal) return template
  const counted = await countTry(context, `test mail ${workplaceId} ${user.id}`, mostMails)
  if (isTooMany(counted)) return counted
  if (!isKnown) return unknownRecipient(to)
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
        text: `insert into test_mail (workplace_id, id, template_id, recipient, subject, html, plain_text, state, created_at, created_by)
          values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9)`,
        values: [workplaceId, mailId, id, to, mail.subject, mail.html, mail.text, at, username],
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

/** Whether somebody who may sign in has the address. */
async function isOfWorkplace(tx: Tx, workplaceId: string, address: string): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'user_of_address',
      text: `select 1 from app_user where workplace_id = $1 and lower(email) = lower($2) and status <> 'disabled' limit 1`,
      values: [workplaceId, address],
    },
  ])
  return rows?.[0] !== undefined
}

function unknownRecipient(to: string): Refusal {
  const message = `Expected the address of somebody of this workplace, but nobody has ${to}. Send it to yourself, and forward it.`
  return refuse('template.recipient-unknown', message, [{ where: 'to', message }])
}

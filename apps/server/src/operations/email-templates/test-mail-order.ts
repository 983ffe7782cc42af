import { countTry } from '../../platform/auth/count-try.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'

export interface WrittenTestMail {
  /** The template to send as a test. */
  readonly of: { readonly templateId: string } | { readonly systemMail: string }
  readonly to: string
  readonly mail: { readonly subject: string; readonly html: string; readonly text: string }
}

/** The maximum number of test mails of one user in a minute. */
const maxMails = 10

/** Counts a test mail of the user, whether or not it is sent. Returns `TooMany` when the user sends too many in a minute. */
export function countTestMail(context: OperationContext, { user: { workplaceId, id } }: Request) {
  return countTry(context, `test mail ${workplaceId} ${id}`, maxMails)
}

/**
 * Orders a job that sends the test mail after the commit.
 *
 * @returns the id of the mail.
 */
export async function orderTestMail(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { of, to, mail }: WrittenTestMail,
): Promise<string> {
  const { workplaceId, username } = request.user
  const mailId = runtime.newId()
  const at = clock().toISOString()
  await db.withTransaction(actorOf(request), (tx) =>
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
        text: `insert into test_mail (workplace_id, id, template_id, recipient, subject, html, plain_text, state, created_at, created_by, system_mail)
          values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10)`,
        values: [
          ...[
            workplaceId,
            mailId,
            'templateId' in of ? of.templateId : null,
            to,
            mail.subject,
            mail.html,
            mail.text,
            at,
          ],
          ...[username, 'systemMail' in of ? of.systemMail : null],
        ],
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

/** Returns whether the address belongs to an enabled user of the workplace. */
export async function isOfWorkplace(tx: Tx, workplaceId: string, address: string): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'user_of_address',
      text: `select 1 from app_user where workplace_id = $1 and lower(email) = lower($2) and status <> 'disabled' limit 1`,
      values: [workplaceId, address],
    },
  ])
  return rows?.[0] !== undefined
}

export function unknownRecipient(to: string): Refusal {
  const message = `Expected the address of a user of this workplace, but no user has the address ${to}. Send the mail to yourself, and forward it.`
  return refuse('template.recipient-unknown', message, [{ where: 'to', message }])
}

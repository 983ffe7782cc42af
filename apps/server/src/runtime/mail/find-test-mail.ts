import type { TestMail } from '@millrace/contract'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Finds the outcome of a test mail that the user has ordered. Mails to other recipients are not shown.
 *
 * @param of the tested template: an email template or a system template.
 */
export async function findTestMail(
  db: Database,
  workplaceId: string,
  { id, of }: { readonly id: string; readonly of: 'template_id' | 'system_mail' },
): Promise<TestMail | Refusal> {
  const rows = isUuid(id)
    ? await db.read({ workplaceId }, (tx) =>
        tx.query(
          kysely
            .selectFrom('test_mail')
            .where('workplace_id', '=', workplaceId)
            .where('id', '=', id)
            .where(of, 'is not', null)
            .where('is_secret', '=', false)
            .select(['recipient', 'state', 'error']),
        ),
      )
    : []
  const [mail] = rows
  if (mail === undefined)
    return refuse('thing.not-found', 'Expected a test mail of the last day, but there is none with this id.')
  return { id, to: mail.recipient, state: mail.state as TestMail['state'], error: mail.error }
}

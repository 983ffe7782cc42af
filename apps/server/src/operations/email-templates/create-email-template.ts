import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { type MailText, withFreeName } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

/** Makes an email template. @returns its id. */
export async function createEmailTemplate(
  context: OperationContext,
  user: User,
  input: MailText & { readonly name: string },
): Promise<string | Refusal> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const kept = await readMailText(context.runtime, user, input)
  if (kept instanceof Refusal) return kept
  const { db, clock, runtime } = context
  const { workplaceId, username } = user
  const { name, subject, missingValues } = input
  const id = runtime.newId()
  const at = clock()
  return withFreeName(() =>
    db.withTransaction(actorOf(user), async (tx) => {
      await tx.query(
        kysely.insertInto('email_template').values({
          workplace_id: workplaceId,
          id,
          name,
          subject,
          ...kept,
          missing_values: missingValues,
          created_at: at,
          created_by: username,
          updated_at: at,
          updated_by: username,
        }),
      )
      return id
    }),
  )
}

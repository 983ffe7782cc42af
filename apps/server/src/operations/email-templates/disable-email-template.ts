import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadEmailTemplateFor } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

/** Disables an email template: it keeps its name, and nobody changes or tries it any more. Null when it is done. */
export async function disableEmailTemplate(
  { db, clock }: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const template = await loadEmailTemplateFor(tx, user, id, { lock: true })
    if (template instanceof Refusal) return template
    await tx.query(
      kysely
        .updateTable('email_template')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: template.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', template.id),
    )
    return null
  })
}

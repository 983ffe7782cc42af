import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadApplicationFor } from './application.ts'
import { refuseApplicationDesigner } from './policy.ts'

/**
 * Disables an application: it keeps its name and all that is in it, and nothing is put into it any more. What of it is
 * deployed runs on. Null when it is done.
 */
export async function disableApplication(
  { db, clock }: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseApplicationDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const application = await loadApplicationFor(tx, user, id, { lock: true })
    if (application instanceof Refusal) return application
    await tx.query(
      kysely
        .updateTable('application')
        .set({
          disabled_at: clock(),
          disabled_by: username,
          disabled_reason: reason,
          revision: application.revision + 1,
        })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', application.id),
    )
    return null
  })
}

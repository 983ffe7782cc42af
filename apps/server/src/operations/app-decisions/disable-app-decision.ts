import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AppDecisionRef, loadAppDecisionFor } from './app-decision.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** Disables a decision: it keeps its name and key, and the next deployment goes without it. Null when it is done. */
export async function disableAppDecision(
  { db, clock }: OperationContext,
  user: User,
  { ref, reason }: { readonly ref: AppDecisionRef; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const decision = await loadAppDecisionFor(tx, user, ref, { lock: true })
    if (decision instanceof Refusal) return decision
    await tx.query(
      kysely
        .updateTable('app_decision')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: decision.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', decision.id),
    )
    return null
  })
}

import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AppDecisionRef, findAppDecision, noSuchAppDecision } from './app-decision.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** Takes back that a decision was disabled. Null when it is done. */
export async function restoreAppDecision(
  { db }: OperationContext,
  user: User,
  ref: AppDecisionRef,
): Promise<Refusal | null> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref, { lock: true })
    if (decision === null) return noSuchAppDecision()
    if (decision.disabled_at === null)
      return refuse('thing.exists', `Expected a decision that is disabled, but “${decision.name}” is in use already.`)
    await tx.query(
      kysely
        .updateTable('app_decision')
        .set({ disabled_at: null, disabled_by: null, disabled_reason: null, revision: decision.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', decision.id),
    )
    return null
  })
}

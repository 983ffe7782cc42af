import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { discardStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppDecisionRef, decisionRecord, findAppDecision } from './app-decision.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardDecisionAutoSaved(
  { db }: OperationContext,
  user: User,
  ref: AppDecisionRef,
): Promise<Refusal | null> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    await tx.commit([discardStatement({ workplaceId, designId: decision.id, userId })])
    return null
  })
}

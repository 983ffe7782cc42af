import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { keepStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { type AppDecisionRef, decisionRecord } from './app-decision.ts'
import { refuseDecisionDesigner } from './policy.ts'

export interface DecisionAutoSaving {
  readonly ref: AppDecisionRef
  readonly xml: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepDecisionAutoSaved(
  { db, clock }: OperationContext,
  user: User,
  { ref, xml, version }: DecisionAutoSaving,
): Promise<Date | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  const savedAt = clock()
  return db.withTransaction(actorOf(user), async (tx) => {
    const decision = await loadRecord(tx, user, decisionRecord, ref)
    if (decision instanceof Refusal) return decision
    const owner = { workplaceId, designId: decision.id, userId }
    await tx.commit([keepStatement(owner, { text: xml, version, savedAt })])
    return savedAt
  })
}

import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { releaseStatement } from '../designs/edit-lock.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppDecisionRef, decisionRecord, findAppDecision } from './app-decision.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** Says that a window is no longer at a design. Null when it is done, or it was not at it any more. */
export async function releaseDecisionLock(
  { db }: OperationContext,
  user: User,
  { ref, token }: { readonly ref: AppDecisionRef; readonly token: string },
): Promise<Refusal | null> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    await tx.commit([releaseStatement({ workplaceId, designId: decision.id, token, username })])
    return null
  })
}

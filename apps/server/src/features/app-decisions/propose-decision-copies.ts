import type { DecisionCopy } from '@millrace/contract'
import { findAppDecisions, noSuchAppDecision } from '../../operations/app-decisions/app-decision.ts'
import { findFreeDecisionKeys, findFreeDecisionNames } from '../../operations/app-decisions/free-names.ts'
import { refuseAppDecision } from '../../operations/app-decisions/policy.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these decisions would be called, in their order: names and keys that are free at the moment. */
export async function proposeDecisionCopies(
  db: Database,
  user: User,
  ids: readonly string[],
): Promise<DecisionCopy[] | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const found = await findAppDecisions(tx, workplaceId, ids)
    const decisions = ids.flatMap((id) => found.get(id) ?? [])
    if (decisions.length < ids.length) return noSuchAppDecision()
    for (const decision of decisions) {
      const refusal = refuseAppDecision(user, decision)
      if (refusal !== null) return refusal
    }
    const names = await findFreeDecisionNames(tx, workplaceId, decisions)
    const keys = await findFreeDecisionKeys(
      tx,
      workplaceId,
      decisions.map(({ decision_key }) => decision_key),
    )
    return decisions.map(({ id, application_id }, index) => ({
      sourceId: id,
      applicationId: application_id,
      name: names[index] ?? '',
      key: keys[index] ?? '',
    }))
  })
}

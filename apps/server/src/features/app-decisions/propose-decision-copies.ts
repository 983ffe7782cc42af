import type { DecisionCopy } from '@millrace/contract'
import { decisionRecord, findAppDecisions } from '../../operations/app-decisions/app-decision.ts'
import { findFreeDecisionKeys, findFreeDecisionNames } from '../../operations/app-decisions/free-names.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { refuseChange } from '../../operations/records/load-record.ts'
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
    if (decisions.length < ids.length) return noSuch(decisionRecord)
    for (const decision of decisions) {
      const refusal = refuseChange(user, decisionRecord, decision)
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

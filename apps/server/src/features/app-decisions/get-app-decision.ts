import type { AppDecision } from '@millrace/contract'
import type { AppDecisionRef, AppDecisionRow } from '../../operations/app-decisions/app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { getDesign, getDesigns, presentDesign, type Seen } from '../../operations/designs/present-design.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** A decision, without its design. */
export function getAppDecision(db: Database, user: User, ref: AppDecisionRef): Promise<AppDecision | Refusal> {
  return getDesign(db, user, decisionDesigns, { ref, present: presentDecision })
}

/** Those that a deed has made, in its order. */
export function getAppDecisions(db: Database, user: User, ids: readonly string[]): Promise<AppDecision[]> {
  return getDesigns(db, user, decisionDesigns, { ids, present: presentDecision })
}

export function presentDecision(row: AppDecisionRow, seen: Seen): AppDecision {
  return {
    ...presentDesign(row, seen),
    application: { id: row.application_id, name: row.application_name },
    key: row.decision_key,
    decisionKeys: row.decision_keys,
  }
}

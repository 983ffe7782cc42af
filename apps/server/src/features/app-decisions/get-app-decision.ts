import type { AppDecision } from '@millrace/contract'
import type { AppDecisionRef, AppDecisionRow } from '../../operations/app-decisions/app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { getDesign, getDesigns, presentDesign, type Seen } from '../../operations/designs/present-design.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** A decision, without its design. */
export function getAppDecision(db: Database, request: Request, ref: AppDecisionRef): Promise<AppDecision | Refusal> {
  return getDesign(db, request, decisionDesigns, { ref, present: presentDecision })
}

/** Those that a deed has made, in its order. */
export function getAppDecisions(db: Database, request: Request, ids: readonly string[]): Promise<AppDecision[]> {
  return getDesigns(db, request, decisionDesigns, { ids, present: presentDecision })
}

export function presentDecision(row: AppDecisionRow, seen: Seen): AppDecision {
  return {
    ...presentDesign(row, seen),
    application: { id: row.application_id, name: row.application_name },
    key: row.decision_key,
    decisionKeys: row.decision_keys,
  }
}

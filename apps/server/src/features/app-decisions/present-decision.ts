import type { AppDecision } from '@millrace/contract'
import type { AppDecisionRow } from '../../operations/app-decisions/app-decision.ts'
import { presentDesign, type Seen } from '../../operations/designs/present-design.ts'

/** Presents a decision without its design. */
export function presentDecision(row: AppDecisionRow, seen: Seen): AppDecision {
  return {
    ...presentDesign(row, seen),
    application: { id: row.application_id, name: row.application_name },
    key: row.decision_key,
    decisionKeys: row.decision_keys,
  }
}

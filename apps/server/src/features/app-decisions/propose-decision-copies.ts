import type { DecisionCopy } from '@millrace/contract'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { findCopyNames } from '../../operations/designs/propose-copies.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these decisions would be called, in their order: names and keys that are free at the moment. */
export async function proposeDecisionCopies(
  db: Database,
  request: Request,
  ids: readonly string[],
): Promise<DecisionCopy[] | Refusal> {
  const found = await findCopyNames(db, request, decisionDesigns, { ids })
  if (found instanceof Refusal) return found
  return found.map(({ sourceId, applicationId, name, key }) => ({ sourceId, applicationId, name, key }))
}

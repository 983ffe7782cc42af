import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { changeDesign } from '../designs/change-details.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppDecisionRef, AppDecisionRow } from './app-decision.ts'
import type { AppDecisionDetails } from './create-app-decision.ts'
import { decisionDesigns } from './decision-designs.ts'
import { changeDecisionFile, type ReadDecisionFile, readDecisionFile } from './design-file.ts'

export interface AppDecisionChange extends AppDecisionDetails {
  readonly ref: AppDecisionRef
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/**
 * Changes name and category of a decision. Its design with the new name is saved as the next version, so the change is
 * refused while another user edits it. Returns null on success, otherwise a refusal.
 */
export async function changeAppDecision(
  context: OperationContext,
  request: Request,
  { ref, name, key, revision }: AppDecisionChange,
): Promise<Refusal | null> {
  return changeDesign<AppDecisionRow, ReadDecisionFile>(context, request, decisionDesigns, {
    ref,
    revision,
    async rewrite({ name: before, decision_key }, xml) {
      if (name === before && key === decision_key) return null
      const text = await changeDecisionFile(context.runtime, request, {
        xml,
        name: { key: decision_key, name },
        ...(key !== decision_key && { keys: [[decision_key, key]] as const }),
      })
      return readDecisionFile(context.runtime, request, { text, key })
    },
    columns: (_tx, design) =>
      design === null ? null : { name, decision_key: key, decision_keys: [...design.said.keys] },
  })
}

import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { discardDesign } from '../designs/design-auto-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppDecisionRef } from './app-decision.ts'
import { decisionDesigns } from './decision-designs.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardDecisionAutoSaved(
  context: OperationContext,
  request: Request,
  ref: AppDecisionRef,
): Promise<Refusal | null> {
  return discardDesign(context, request, decisionDesigns, ref)
}

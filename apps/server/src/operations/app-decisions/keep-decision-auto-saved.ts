import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { keepDesign } from '../designs/design-auto-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppDecisionRef } from './app-decision.ts'
import { decisionDesigns } from './decision-designs.ts'

export interface DecisionAutoSaving {
  readonly ref: AppDecisionRef
  readonly xml: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepDecisionAutoSaved(
  context: OperationContext,
  request: Request,
  { ref, xml, version }: DecisionAutoSaving,
): Promise<Date | Refusal> {
  return keepDesign(context, request, decisionDesigns, { ref, text: xml, version })
}

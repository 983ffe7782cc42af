import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { type AppDecisionRef, decisionRecord } from './app-decision.ts'

/** Disables a decision: it keeps its name and key, and the next deployment leaves it out. @returns null when it is done. */
export function disableAppDecision(
  context: OperationContext,
  request: Request,
  { ref, reason }: { readonly ref: AppDecisionRef; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, decisionRecord, { ref, reason })
}

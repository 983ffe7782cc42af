import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type AppDecisionRef, decisionRecord } from './app-decision.ts'

/** Puts a disabled decision into use again. @returns null when it is done. */
export function restoreAppDecision(
  context: OperationContext,
  request: Request,
  ref: AppDecisionRef,
): Promise<Refusal | null> {
  return restore(context, request, decisionRecord, { ref })
}

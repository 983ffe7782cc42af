import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type AppDecisionRef, decisionRecord } from './app-decision.ts'

/** Puts a disabled decision into use again. @returns null when it is done. */
export function restoreAppDecision(
  context: OperationContext,
  user: User,
  ref: AppDecisionRef,
): Promise<Refusal | null> {
  return restore(context, user, decisionRecord, { ref })
}

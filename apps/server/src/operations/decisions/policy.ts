import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'

/**
 * Checks that the user may evaluate a decision outside of processes, which API clients do. Returns null if so,
 * otherwise a refusal.
 */
export function refuseEvaluation(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return needFor(context, request, 'decisions.evaluate', { thing: { kind: 'decision', id }, gone: noSuchDecision })
}

/** Checks that the user may set the time to live of a decision's history. Returns null if so, otherwise a refusal. */
export function refuseDecision(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return needFor(context, request, 'decisions.operate', { thing: { kind: 'decision', id }, gone: noSuchDecision })
}

export function noSuchDecision(): Refusal {
  return refuse('thing.not-found', 'Expected a decision, but there is none with this id.')
}

import type { BudgetValues } from '@millrace/contract'
import { type DecisionTrace, type DmnModel, evaluateDecision } from '@millrace/dmn'
import { compileForeign } from '@millrace/engine'
import { type Allowance, createMeter } from '@millrace/expressions'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import type { KeptDecision } from '../definitions/definition-cache.ts'
import type { Runtime } from '../runtime.ts'
import { hereOrInThread } from './here-or-in-thread.ts'
import { inThread, orRefusal } from './in-thread.ts'
import { type DefinitionQuestion, getDecision, sendDecision } from './thread-definitions.ts'
import { runTime } from './time-budget.ts'

export interface DecisionOccasion {
  /** Plain values by name. */
  readonly context: Readonly<Record<string, unknown>>
  readonly now: Date
  /** IANA name of the time zone in which dates are seen. UTC when left out. */
  readonly zone?: string
}

export type DecisionAnswer =
  | { readonly ok: true; readonly result: readonly Readonly<Record<string, unknown>>[]; readonly trace: DecisionTrace }
  | { readonly ok: false; readonly message: string; readonly isBeyondBudget: boolean }

/**
 * Evaluates a decision outside of any process: on the event loop, or in a worker thread when it takes too long for the
 * event loop.
 *
 * @throws Refusal when it exceeds the time or memory of a thread.
 */
export async function evaluateHereOrInThread(
  runtime: Runtime,
  workplaceId: string,
  decision: KeptDecision,
  occasion: DecisionOccasion,
): Promise<DecisionAnswer> {
  const { id, key, model } = decision
  const inWorker = async () => {
    const input = { workplaceId, id, occasion, budgets: runtime.budgets }
    const answer = (question: DefinitionQuestion) => (question.id === id ? sendDecision(decision) : null)
    const time = runTime(runtime)
    return orRefusal(await inThread(runtime, { kind: 'evaluateDecision', input, owner: workplaceId, time, answer }))
  }
  if (model === null) return inWorker()
  const here = (allowance: Allowance) => evaluate({ key, model }, occasion, allowance)
  return hereOrInThread(runtime, `${workplaceId} ${id} evaluate`, here, inWorker)
}

export interface DecisionTask {
  readonly workplaceId: string
  /** The id of the definition. */
  readonly id: string
  readonly occasion: DecisionOccasion
  readonly budgets: BudgetValues
}

/** Evaluates a decision, in a worker thread. */
export async function evaluateInThread(
  { workplaceId, id, occasion, budgets }: DecisionTask,
  context: TaskContext,
): Promise<DecisionAnswer> {
  const decision = await getDecision(context, workplaceId, id)
  context.place.mark(decision.key)
  return evaluate(decision, occasion, { meter: createMeter(budgets.work, 'work'), isOnLoop: false, budgets })
}

/** @throws OutOfAllowance on the loop. */
function evaluate(
  { key, model }: { readonly key: string; readonly model: DmnModel },
  { context, now, zone = 'UTC' }: DecisionOccasion,
  allowance: Allowance,
): DecisionAnswer {
  const options = { decisionId: key, context, mode: 'camunda', compileForeign, now, zone, allowance } as const
  const outcome = evaluateDecision(model, options)
  if (outcome.ok) return { ok: true, result: outcome.result, trace: outcome.trace }
  return { ok: false, message: outcome.problem.message, isBeyondBudget: outcome.exceeded !== null }
}

import type { DecisionTrace } from '@millrace/dmn'
import { type PlainVariable, toPlain } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { KeptDecision } from '../../runtime/definitions/definition-cache.ts'
import { fetchDecision } from '../../runtime/definitions/definitions.ts'
import { sourcesFor } from '../../runtime/definitions/sources.ts'
import { decisionStatement } from '../../runtime/history/record-decision.ts'
import { evaluateHereOrInThread } from '../../runtime/threads/evaluate-decision.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchDecision, refuseEvaluation } from './policy.ts'

export interface Evaluation {
  /** The id of the version. */
  readonly id: string
  readonly variables: readonly PlainVariable[]
}

export interface Evaluated {
  /** The outputs of each matching rule that the hit policy keeps. */
  readonly result: readonly Readonly<Record<string, unknown>>[]
  readonly trace: DecisionTrace
}

/**
 * Evaluates a decision outside of any process, and stores the evaluation in the history. A missing variable is null.
 */
export async function evaluateDecision(
  context: OperationContext,
  request: Request,
  { id, variables }: Evaluation,
): Promise<Evaluated | Refusal> {
  const refusal = await refuseEvaluation(context, request, id)
  if (refusal !== null) return refusal
  const decision = await loadDecision(context, request, id)
  if (decision instanceof Refusal) return decision
  const outcome = await evaluateHereOrInThread(context.runtime, request.workplaceId, decision, {
    context: Object.fromEntries(variables.map(({ name, value }) => [name, toPlain(value)])),
    now: context.clock(),
    zone: context.runtime.zone,
  })
  if (!outcome.ok) return refuse(outcome.isBeyondBudget ? 'budget.exceeded' : 'process.refused', outcome.message)
  const { result, trace } = outcome
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([decisionStatement(context.runtime, actorOf(request), { decisionId: id, trace })]),
  )
  return { result, trace }
}

async function loadDecision(
  { db, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<KeptDecision | Refusal> {
  const { workplaceId } = request
  const sources = sourcesFor(runtime, workplaceId)
  const ref = { by: 'id', id } as const
  await db.read(request, (tx) => fetchDecision(runtime, tx, workplaceId, sources, ref))
  const decision = sources.decision(ref) ?? null
  if (decision !== null && sources.isClosed?.('decision', ref) === true)
    return refuse(
      'process.refused',
      `Expected a decision that can be evaluated, but “${decision.key}” was removed from its application. Deploy it again first.`,
    )
  return decision ?? noSuchDecision()
}

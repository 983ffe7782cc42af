import type { EvaluatedDecision } from '@millrace/dmn'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'
import { encodeFact } from './facts.ts'

/**
 * Returns the statement that stores the history of a decision that was evaluated outside of a process, under its own
 * id.
 */
export function decisionStatement(
  runtime: Runtime,
  { workplaceId, userId }: Actor,
  { decisionId, trace }: { decisionId: string; trace: unknown },
): Statement {
  const id = runtime.newId()
  const fact = { kind: 'decision-evaluated', data: { elementId: null, decisionId, trace } } as const
  return {
    name: 'decision_fact_insert',
    text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, user_id, data) values ($1, $2, $2, $3, $6, $2, $4, $5)`,
    values: [workplaceId, id, runtime.clock().toISOString(), userId, encodeFact(fact), fact.kind],
  }
}

/** An evaluation that another engine has recorded. */
export interface MovedEvaluation {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly userId: string | null
  /** Null outside of a process. */
  readonly instanceId: string | null
  readonly elementInstanceId: string | null
  readonly elementId: string | null
  readonly decisionId: string
  readonly trace: { readonly decisions: readonly EvaluatedDecision[] }
}

/** Returns the statement that stores the history of a decision that another engine evaluated. */
export function movedDecisionStatement(
  { workplaceId }: Actor,
  { id, at, userId, instanceId, elementInstanceId, elementId, decisionId, trace }: MovedEvaluation,
): Statement {
  const fact = { kind: 'decision-evaluated', data: { elementId, decisionId, trace } } as const
  return {
    name: 'decision_fact_move',
    text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data) values ($1, $2, $3, $4, $5, $3, $6, $7, $8) on conflict do nothing`,
    values: [workplaceId, instanceId ?? id, id, at, fact.kind, elementInstanceId, userId, encodeFact(fact)],
  }
}

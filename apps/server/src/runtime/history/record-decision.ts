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

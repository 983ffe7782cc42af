import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { encodeFact, type FactKind } from '../history/facts.ts'
import type { Runtime } from '../runtime.ts'

/** Gives the row of the incident. What is written is a fact in history too where there is a process instance. */
export function annotateIncidentStatement(
  { newId, clock }: Runtime,
  { workplaceId, userId }: Actor,
  { id, annotation }: { readonly id: string; readonly annotation: string | null },
): Statement {
  return {
    name: 'incident_annotate',
    text: `with changed as (update incident set annotation = $3 where workplace_id = $1 and id = $2 returning id, instance_id, element_id),
        fact as (insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
          select $1, instance_id, $4, $5, $7, id, element_id, $6, $8 from changed where instance_id is not null)
      select id from changed`,
    values: [
      workplaceId,
      id,
      annotation,
      newId(),
      clock().toISOString(),
      userId,
      'incident-annotated' satisfies FactKind,
      encodeFact({ kind: 'incident-annotated', data: { annotation } }),
    ],
  }
}

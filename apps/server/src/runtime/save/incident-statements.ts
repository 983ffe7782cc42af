import type { Incident } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { encodeFact, type FactKind } from '../history/facts.ts'
import { noHistory } from '../history/history-rows.ts'
import { historyStatements } from '../history/history-statements.ts'
import type { Runtime } from '../runtime.ts'
import { type RootPlace, rowStatements } from './row-statements.ts'
import { incidentTable } from './tables.ts'

/** An incident that no run has raised, and the execution that it is in. */
export interface RaisedIncident {
  readonly incident: Incident
  readonly executionId: string
}

/** Returns the statements for the rows of incidents and their history. Incidents of definitions have no history. */
export function raiseIncidentsStatements(
  { newId }: Runtime,
  place: RootPlace,
  raised: readonly RaisedIncident[],
): Statement[] {
  const { workplaceId, rootId, kind } = place
  const facts = raised.map(({ incident, executionId }) => ({
    id: newId(),
    instanceId: incident.instanceId,
    at: incident.createdAt,
    subjectId: incident.id,
    elementId: incident.elementInstanceId,
    kind: 'incident-raised' as const,
    data: { ...incident, executionId },
  }))
  const inserted = raised.map(({ incident }) => incident)
  const past = { workplaceId, rootOf: () => rootId, userId: null, operationId: null, definitionOf: () => '' }
  return [
    ...rowStatements(incidentTable, place, { inserted, updated: [], deleted: [] }),
    ...historyStatements(past, kind === 'definition' ? noHistory : { ...noHistory, facts }),
  ]
}

/**
 * Returns the statement that changes the note of an incident, and returns its row. For process instances history gets a
 * fact too.
 */
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

import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { Sql } from './filters.ts'

/**
 * Returns the SQL of the message of an incident. It is null when an operator set the retries of a job that never failed
 * to 0, as in Camunda.
 */
export function incidentMessage(message: Sql): Sql {
  return sql`nullif(nullif(${message}, ''), 'No retries left.')`
}

const raised = factsOf('incident-raised', 'r')
const ended = factsOf('incident-ended', 'e')
const annotated = factsOf('incident-annotated', 'a')

const endOfIncident = sql`from history_fact e where e.workplace_id = r.workplace_id and e.instance_id = r.instance_id and ${ended.is} and e.subject_id = r.subject_id order by e.id limit 1`
const lastAnnotation = sql`from history_fact a where a.workplace_id = r.workplace_id and a.instance_id = r.instance_id and ${annotated.is} and a.subject_id = r.subject_id order by a.id desc limit 1`

/**
 * The query of open and ended incidents, from their facts. The end and the note are looked up for each row, not joined:
 * PostgreSQL looks them up for the rows of a page only.
 */
export const allIncidents: Sql = sql`(
  select r.workplace_id, r.instance_id, r.subject_id as id, r.element_id, r.at as created_at, (select e.at ${endOfIncident}) as ended_at, (select ${ended.text('outcome')} ${endOfIncident}) as outcome, ${raised.text('type')} as type,
    ${raised.text('elementId')} as element_key, ${raised.text('sourceId')} as source_id, ${raised.text('message')} as message, ${raised.text('causeId')} as cause_id, ${raised.text('rootCauseId')} as root_cause_id,
    ${raised.text('executionId')} as execution_id, ${raised.textIn('detail', 'failedElementId')} as failed_key, (select ${annotated.text('annotation')} ${lastAnnotation}) as annotation, ${raised.textIn('detail', 'configuration')} as configuration, r.id as fact_id
  from history_fact r where ${raised.is})`

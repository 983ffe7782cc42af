import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { queryFlag } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { asId, isAfter, isBefore, isOneIdOf, listConditions } from '../query/filters.ts'
import { fromQuery, runSql } from '../query/list-query.ts'
import { readQuerySorting } from '../query/sorting.ts'
import { allElements, allInstances } from '../query/sources.ts'

interface ActivityCount {
  readonly id: string
  readonly instances: number
  readonly canceled: number
  readonly finished: number
  readonly completeScope: number
  readonly openIncidents: number
  readonly resolvedIncidents: number
  readonly deletedIncidents: number
}

const raised = factsOf('incident-raised', 'n')
const ended = factsOf('incident-ended', 'e')

/**
 * `GET /history/process-definition/{id}/statistics`: counts the activity instances at each element. Cancelled ones
 * count as finished too.
 */
export async function listHistoricStatistics(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = asId(pathOf(call, 'id'))
  const conditions = listConditions(
    {
      startedBefore: isBefore(sql`p.started_at`),
      startedAfter: isAfter(sql`p.started_at`),
      finishedBefore: isBefore(sql`p.ended_at`),
      finishedAfter: isAfter(sql`p.ended_at`),
      processInstanceIdIn: isOneIdOf(sql`p.id`),
    },
    fromQuery(call),
  )
  const order = readQuerySorting(call.query, { activityId: sql`key` }, workplaceId)
  const narrowed = conditions.length === 0 ? sql`` : sql` and ${sql.join(conditions, sql` and `)}`
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<ActivityCount>(
      tx,
      sql`with counted as (
          select q.element_key as key, count(*) filter (where q.ended_at is null) as instances, count(*) filter (where q.is_cancelled) as canceled,
            count(*) filter (where q.ended_at is not null) as finished, count(*) filter (where q.ends_path) as scopes
          from ${allElements} q join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
          where q.workplace_id = ${workplaceId}::uuid and q.definition_id = ${id}::uuid and q.loop is distinct from 'body'${narrowed} group by 1),
        stuck as (
          select ${raised.text('elementId')} as key, count(*) filter (where e.id is null) as open, count(*) filter (where ${ended.text('outcome')} = 'resolved') as resolved, count(*) filter (where ${ended.text('outcome')} = 'deleted') as deleted
          from history_fact n join ${allInstances} p on p.workplace_id = n.workplace_id and p.id = n.instance_id
            left join history_fact e on e.workplace_id = n.workplace_id and e.instance_id = n.instance_id and ${ended.is} and e.subject_id = n.subject_id
          where n.workplace_id = ${workplaceId}::uuid and ${raised.is} and p.definition_id = ${id}::uuid${narrowed} group by 1)
        select key as id, coalesce(instances, 0) as instances, coalesce(canceled, 0) as canceled, coalesce(finished, 0) as finished, coalesce(scopes, 0) as "completeScope",
          coalesce(open, 0) as "openIncidents", coalesce(resolved, 0) as "resolvedIncidents", coalesce(deleted, 0) as "deletedIncidents" from counted full join stuck using (key) order by key${order[0]?.isDescending === true ? sql` desc` : sql``}`,
    ),
  )
  return rows
    .map((row) => narrowToAsked(call, row))
    .filter(({ instances, canceled, finished }) => instances + canceled + finished > 0)
}

function narrowToAsked(call: Call, row: ActivityCount): ActivityCount {
  const asked = (name: string, value: number) => (queryFlag(call, name) ? value : 0)
  const incidents = queryFlag(call, 'incidents')
  return {
    id: row.id,
    instances: row.instances,
    canceled: asked('canceled', row.canceled),
    finished: asked('finished', row.finished),
    completeScope: asked('completeScope', row.completeScope),
    openIncidents: incidents ? row.openIncidents : 0,
    resolvedIncidents: incidents ? row.resolvedIncidents : 0,
    deletedIncidents: incidents ? row.deletedIncidents : 0,
  }
}

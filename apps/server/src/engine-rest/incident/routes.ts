import { sql } from 'kysely'
import { executeForAll } from '../execute.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, pathOf, put, type Route, remove } from '../http/call.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { listRoutes, runSql } from '../query/list-query.ts'
import { type IncidentRow, incidentQuery, presentIncident } from './incident-query.ts'

export const incidentRoutes: readonly Route[] = [
  ...listRoutes('/incident', incidentQuery, ['GET']),
  get('/incident/:id', (call) => getIncident(call, `No matching incident with id ${pathOf(call, 'id')}`)),
  remove('/incident/:id', resolveIncident),
  put('/incident/:id/annotation', (call) => annotate(call, textOf(bodyOf(call), 'annotation'))),
  remove('/incident/:id/annotation', (call) => annotate(call, null)),
]

async function getIncident(call: Call, missing: string): Promise<IncidentRow> {
  const incident = await presentIncident(call, asId(pathOf(call, 'id')))
  if (incident === undefined) throw notFound(missing)
  return incident
}

const resolvedByWork = ['failedJob', 'failedExternalTask']

/** Incidents of jobs and external tasks end by new retries only. Those that an incident raised further up end with it. */
async function resolveIncident(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const { incidentType } = await getIncident(call, `Cannot find an incident with id '${id}': incident is null`)
  if (resolvedByWork.includes(incidentType)) throw invalid(`Cannot resolve an incident of type ${incidentType}`)
  const { workplaceId } = call.actor
  const chain = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`with recursive up as (select id, root_id from incident where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid
          union select n.id, n.root_id from up join incident n on n.workplace_id = ${workplaceId}::uuid and n.root_id = up.root_id and n.cause_id = up.id)
        select id from up`,
    ),
  )
  const ids = chain.map((one) => one.id)
  await executeForAll(call, { by: 'incident', ids }, (incidentId) => ({ type: 'resolveIncident', incidentId }))
  return undefined
}

async function annotate(call: Call, annotation: string | null): Promise<undefined> {
  const { runtime, actor } = call
  const changed = await runtime.db.withTransaction(actor, (tx) =>
    runSql(
      tx,
      sql`with changed as (update incident set annotation = ${annotation} where workplace_id = ${actor.workplaceId}::uuid and id = ${asId(pathOf(call, 'id'))}::uuid returning id, instance_id, element_id)
        insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
        select ${actor.workplaceId}::uuid, instance_id, ${runtime.newId()}::uuid, ${runtime.clock().toISOString()}::timestamptz, 'incident-annotated', id, element_id, ${actor.userId}, jsonb_build_object('annotation', ${annotation}::text)
        from changed where instance_id is not null returning id`,
    ),
  )
  if (changed.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'incident is null', 0)
  return undefined
}

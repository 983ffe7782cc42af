import { sql } from 'kysely'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import { queryFlag } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import { noParameters, runSql } from '../query/list-query.ts'
import { type DefinitionRow, definitionQuery } from './definition-query.ts'
import { findDefinition, getDefinition } from './find-definition.ts'

interface IncidentCount {
  readonly incidentType: string
  readonly incidentCount: number
}

/** Counts running instances, failed jobs and incidents of each version. */
export async function listDefinitionStatistics(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const { wantsFailedJobs, areRoots, narrow } = readOptions(call, { hasRoots: true })
  const tenants = sql.join(
    withinTenants(call.request.user, sql`d.tenant_id`).map((one) => sql` and ${one}`),
    sql``,
  )
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<DefinitionRow & { instances: number; failedJobs: number; incidents: IncidentCount[] }>(
      tx,
      sql`select ${definitionQuery.columns(noParameters(workplaceId))},
          (select count(*) from instance i where i.workplace_id = d.workplace_id and i.definition_id = d.id) as instances,
          (select count(*) from job j join instance i on i.workplace_id = j.workplace_id and i.id = j.instance_id
            where j.workplace_id = d.workplace_id and i.definition_id = d.id and j.retries = 0) as "failedJobs",
          coalesce((select json_agg(json_build_object('incidentType', type, 'incidentCount', n)) from (
            select n.type, count(*) as n from incident n join instance i on i.workplace_id = n.workplace_id and i.id = n.instance_id
            where n.workplace_id = d.workplace_id and i.definition_id = d.id${areRoots ? sql` and n.id = n.root_cause_id` : sql``} group by n.type) t), '[]') as incidents
        from process_definition d where d.workplace_id = ${workplaceId}::uuid${tenants} order by d.key, d.version`,
    ),
  )
  return rows.map(({ instances, failedJobs, incidents, ...definition }) => ({
    id: definition.id,
    instances,
    failedJobs: wantsFailedJobs ? failedJobs : 0,
    incidents: narrow(incidents),
    definition,
  }))
}

/** Counts the running instances of one version at each element. */
export async function listActivityStatistics(call: Call): Promise<unknown> {
  // As for a definition without instances.
  const definition = call.path.id === undefined ? await getDefinition(call) : await findDefinition(call, call.path.id)
  if (definition === undefined) return []
  const { id } = definition
  const { workplaceId } = call.actor
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string; instances: number; failedJobs: number; incidents: IncidentCount[] }>(
      tx,
      sql`with i as materialized (select id, root_id from instance where workplace_id = ${workplaceId}::uuid and definition_id = ${id}::uuid),
          open as (select e.element_key as key, count(*) as n from i join element e on e.workplace_id = ${workplaceId}::uuid and e.root_id = i.root_id and e.instance_id = i.id
            -- A sub-process that something is open in is where that is.
            where e.state <> 'compensable' and e.loop is distinct from 'body' and e.open_children = 0 group by 1),
          failed as (select j.element_key as key, count(*) as n from i join job j on j.workplace_id = ${workplaceId}::uuid and j.root_id = i.root_id and j.instance_id = i.id
            where j.retries = 0 group by 1),
          stuck as (select n.element_key as key, json_agg(json_build_object('incidentType', n.type, 'incidentCount', n.n)) as incidents from (
            select n.element_key, n.type, count(*) as n from i join incident n on n.workplace_id = ${workplaceId}::uuid and n.root_id = i.root_id and n.instance_id = i.id group by 1, 2) n group by 1)
        select key as id, coalesce(open.n, 0) as instances, coalesce(failed.n, 0) as "failedJobs", coalesce(stuck.incidents, '[]') as incidents
        from open full join failed using (key) full join stuck using (key)`,
    ),
  )
  const { wantsFailedJobs, narrow } = readOptions(call, { hasRoots: false })
  return rows.map(({ id: activityId, instances, failedJobs, incidents }) => ({
    id: activityId,
    instances,
    failedJobs: wantsFailedJobs ? failedJobs : 0,
    incidents: narrow(incidents),
  }))
}

/** @param of `hasRoots`: whether the call has the parameter `rootIncidents`. */
function readOptions(
  call: Call,
  of: { readonly hasRoots: boolean },
): {
  wantsFailedJobs: boolean
  /** Whether only incidents count that no other one has led to. */
  areRoots: boolean
  narrow: (incidents: IncidentCount[]) => IncidentCount[]
} {
  const { incidents: any, rootIncidents, incidentsForType: type } = call.query
  const roots = of.hasRoots ? rootIncidents : undefined
  const onlyOne = (other: string) => invalid(`Only one of the query parameter includeIncidents or ${other} can be set.`)
  if (any !== undefined && type !== undefined) throw onlyOne('includeIncidentsForType')
  if (any !== undefined && roots !== undefined) throw onlyOne('includeRootIncidents')
  const areRoots = of.hasRoots && queryFlag(call, 'rootIncidents')
  const all = queryFlag(call, 'incidents') || (areRoots && type === undefined)
  return {
    wantsFailedJobs: queryFlag(call, 'failedJobs'),
    areRoots,
    narrow: (incidents) =>
      all ? incidents : type === undefined ? [] : incidents.filter(({ incidentType }) => incidentType === type),
  }
}

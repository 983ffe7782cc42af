import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import type { Call } from '../http/call.ts'
import { inInstance, tenantFilters, textFilters } from '../query/common-filters.ts'
import { isAfter, isBefore, isIdOf, isOneIdOf, isOneOf, isText, type Sql, textFilter } from '../query/filters.ts'
import { incidentMessage } from '../query/incident-sources.ts'
import { findRow, type ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { executionOfElement, executionWithScope, joinScope } from '../query/sources.ts'

export interface IncidentRow {
  readonly id: string
  readonly incidentType: string
  readonly processInstanceId: string | null
}

const execution: Sql = sql`coalesce(${executionOfElement}, n.instance_id)`
/** What failed and why are not told further up the call hierarchy. */
const configuration: Sql = sql`(case when n.id = n.root_cause_id then coalesce(n.source_id::text, n.detail ->> 'configuration') end)`
const message: Sql = sql`(case when n.id = n.root_cause_id then ${incidentMessage(sql`n.message`)} end)`
/** The element that failed; further up the call hierarchy, the call. */
const failedActivity: Sql = sql`(case when n.detail ->> 'failedElementId' is null then null when n.id = n.root_cause_id then n.detail ->> 'failedElementId' else n.element_key end)`

/** Open incidents. */
export const incidentQuery: ListQuery<IncidentRow> = {
  columns:
    () => sql`n.id, i.definition_id as "processDefinitionId", n.instance_id as "processInstanceId", ${execution} as "executionId", n.created_at as "incidentTimestamp", n.type as "incidentType",
    n.element_key as "activityId", ${failedActivity} as "failedActivityId", n.cause_id as "causeIncidentId", n.root_cause_id as "rootCauseIncidentId", ${configuration} as configuration,
    ${message} as "incidentMessage", i.tenant_id as "tenantId", jd.id as "jobDefinitionId", n.annotation`,
  from: () => joined(sql`incident n`),
  // The other orders have an index, and one statement takes less time to plan.
  parts: (_, __, isJoined) => (isJoined ? [{ from: joined(sql`incident n`, joinScope) }] : null),
  joins: {
    alias: sql`n`,
    to: (source) => joined(source, joinScope),
    source: () => sql`incident n`,
    filters: [
      'processDefinitionId',
      'processDefinitionKeyIn',
      'executionId',
      'jobDefinitionIdIn',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: ['executionId', 'processDefinitionId', 'tenantId'],
  },
  tenant: sql`i.tenant_id`,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`n.workplace_id = ${workplaceId}::uuid`],
  filters: {
    incidentId: isIdOf(sql`n.id`),
    ...textFilters('incidentMessage', message),
    incidentType: isText(sql`n.type`),
    processDefinitionId: isIdOf(sql`i.definition_id`),
    processDefinitionKeyIn: isOneOf(sql`d.key`),
    processInstanceId: inInstance(sql`n`),
    executionId: isIdOf(execution),
    incidentTimestampBefore: isBefore(sql`n.created_at`),
    incidentTimestampAfter: isAfter(sql`n.created_at`),
    activityId: isText(sql`n.element_key`),
    failedActivityId: isText(failedActivity),
    causeIncidentId: isIdOf(sql`n.cause_id`),
    rootCauseIncidentId: isIdOf(sql`n.root_cause_id`),
    configuration: textFilter((value) => sql`${configuration} = ${value}`),
    jobDefinitionIdIn: isOneIdOf(sql`jd.id`),
    ...tenantFilters(sql`i.tenant_id`),
  },
  sorts: {
    incidentId: required(sql`n.id`),
    incidentMessage: sql`left(${message}, 200) collate "C"`,
    incidentTimestamp: required(sql`n.created_at`),
    incidentType: required(sql`left(n.type, 200) collate "C"`),
    executionId: sql`coalesce(${executionWithScope}, n.instance_id)`,
    activityId: sql`n.element_key collate "C"`,
    processInstanceId: sql`n.instance_id`,
    processDefinitionId: sql`i.definition_id`,
    causeIncidentId: required(sql`n.cause_id`),
    rootCauseIncidentId: required(sql`n.root_cause_id`),
    configuration: sql`left(${configuration}, 200) collate "C"`,
    tenantId: sql`i.tenant_id`,
  },
  tie: sql`n.id`,
}

/**
 * @param incidents a source of incidents `n`.
 * @param scope `joinScope`, where incidents are sorted by their execution.
 */
function joined(incidents: Sql, scope: Sql = sql``): Sql {
  return sql`${incidents} left join instance i on i.workplace_id = n.workplace_id and i.id = n.instance_id
    left join process_definition d on d.workplace_id = n.workplace_id and d.id = ${sql.raw(firstOf('i.definition_id', 'n.definition_id'))}
    left join element e on e.workplace_id = n.workplace_id and e.id = n.element_id ${scope}
    left join job j on j.workplace_id = n.workplace_id and j.id = n.source_id
    left join job_definition jd on n.id = n.root_cause_id and jd.workplace_id = n.workplace_id and jd.definition_id = i.definition_id and jd.element_key = j.element_key and jd.kind = j.kind and jd.is_inner = (j.kind in ('before', 'after') and e.loop is not distinct from 'run')`
}

/** Returns an open incident as presented in the list; undefined when it no longer exists. */
export async function presentIncident({ runtime, actor, request }: Call, id: string): Promise<IncidentRow | undefined> {
  return runtime.db.read(actor, (tx) => findRow(tx, incidentQuery, request, sql`n.id = ${id}::uuid`))
}

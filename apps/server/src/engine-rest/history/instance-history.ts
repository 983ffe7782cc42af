import { sql } from 'kysely'
import { isLike, isMore } from '../../platform/list/conditions.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { keyFilters, tenantFilters, textFilters } from '../query/common-filters.ts'
import { notBoth, onlyOneOf } from '../query/contradictions.ts'
import {
  asId,
  dateFilter,
  type Filters,
  flag,
  isAfter,
  isBefore,
  isIdOf,
  isLike as isLikeOf,
  isNoIdOf,
  isOneIdOf,
  isText,
  listConditions,
  option,
  type Sql,
  textFilter,
  textsFilter,
} from '../query/filters.ts'
import { allIncidents } from '../query/incident-sources.ts'
import { type ListedColumn, listedParts } from '../query/instance-parts.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { allInstances, endedInstances, historicVariables, removalTime, runningInstances } from '../query/sources.ts'
import { comparing, variablesFilter } from '../query/variable-filters.ts'

export interface InstanceHistoryRow {
  readonly id: string
  readonly processDefinitionId: string
  readonly processDefinitionKey: string | null
  readonly startTime: Date
  readonly endTime: Date | null
  readonly tenantId: string | null
}

const modified = factsOf('instance-modified')

/**
 * How an instance ended. What was deleted with the instance above it was ended from outside as well. Looked up one by one:
 * for `exists`, PostgreSQL may read all facts.
 */
const state: Sql = sql`(case when q.ended_at is null then case when q.is_suspended then 'SUSPENDED' else 'ACTIVE' end
  when q.outcome <> 'deleted' then 'COMPLETED'
  when (select true from history_fact f where f.workplace_id = q.workplace_id and f.instance_id = q.id and ${modified.is} and f.at = q.ended_at and ${modified.text('isInternal')} = 'true' limit 1) then 'INTERNALLY_TERMINATED'
  when q.id = q.root_id or (select true from history_instance r where r.workplace_id = q.workplace_id and r.id = q.root_id and r.outcome = 'deleted' limit 1) then 'EXTERNALLY_TERMINATED'
  else 'INTERNALLY_TERMINATED' end)`

const duration: Sql = sql`floor(extract(epoch from q.ended_at - q.started_at) * 1000)::bigint`

const restart = factsOf('instance-restarted')
const restarted: Sql = sql`(select ${restart.text('restartOf')} from history_fact f where f.workplace_id = q.workplace_id and f.instance_id = q.id and ${restart.is} limit 1)`
/** Who has started an instance: what is called in the very step that its root begins with, was started with it. */
const starter: Sql = sql`coalesce(q.start_user_id, (select r.start_user_id from ${allInstances} r where r.workplace_id = q.workplace_id and r.id = q.root_id and q.id <> q.root_id and r.started_at = q.started_at))`

/** The columns of `instance_listing` by which all instances have an index. */
const listed: Readonly<Record<string, ListedColumn>> = {
  startTime: { of: sql`l.started_at`, isOptional: false },
  endTime: { of: sql`l.ended_at`, isOptional: false },
  businessKey: { of: sql`l.business_key`, isOptional: true },
}

/** The filters that `instance_listing` also has, so that its indexes can be used. */
const listedFilters: Filters = {
  processDefinitionId: isIdOf(sql`l.definition_id`),
  // As without a sorting: a deleted definition has no key, but its instances are still listed with it.
  processDefinitionKey: textFilter((key) => [sql`l.process_key = ${key}`, sql`d.id is not null`]),
  finished: flag(sql`l.ended_at < 'infinity'`),
  unfinished: flag(sql`l.ended_at = 'infinity'`),
  startedBefore: isBefore(sql`l.started_at`),
  startedAfter: isAfter(sql`l.started_at`),
  finishedBefore: isBefore(sql`l.ended_at`),
  // Running instances have the value `infinity`, which is after every time.
  finishedAfter: dateFilter((time) => sql`(${isMore(sql`l.ended_at`, time)} and l.ended_at < 'infinity')`),
}

/** Instances whose business key is the same but for its case, by an index. */
const ofKey = (keys: readonly string[], workplaceId: string): Sql => {
  const found = (place: Sql) =>
    sql`select l.instance_id from instance_listing l where l.workplace_id = ${workplaceId}::uuid and l.reader = '*' and ${place}
      and l.business_key = any(array(select left(lower(k), 200) from unnest(${[...keys]}::text[]) k))`
  return sql`q.id in (${found(sql`l.is_filed`)} union all ${found(sql`not l.is_filed`)})`
}

/** Process instances, running and ended. */
export const instanceHistoryQuery: ListQuery<InstanceHistoryRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.business_key as "businessKey", q.definition_id as "processDefinitionId", d.key as "processDefinitionKey", d.name as "processDefinitionName",
    d.version as "processDefinitionVersion", q.started_at as "startTime", q.ended_at as "endTime", ${removalTime(sql`q.root_id`, workplaceId, sql`q.id`)} as "removalTime", ${duration} as "durationInMillis",
    ${starter} as "startUserId", q.start_element_key as "startActivityId", q.reason as "deleteReason", q.root_id as "rootProcessInstanceId", q.caller_instance_id as "superProcessInstanceId",
    null as "superCaseInstanceId", q.case_instance_id as "caseInstanceId", q.tenant_id as "tenantId", ${state} as state, ${restarted} as "restartedProcessInstanceId"`,
  from: () => withDefinition(allInstances),
  parts: (scope, sorting) => {
    const [first, ...more] = sorting
    const running = { from: withDefinition(runningInstances) }
    if (first === undefined || first.name === 'instanceId') return [running, { from: withDefinition(endedInstances) }]
    const column = listed[first.name]
    if (column === undefined || more.length > 0) return null
    const narrowed = listConditions(listedFilters, scope)
    const of = (...where: Sql[]) =>
      listedParts(scope.workplaceId, {
        instances: withDefinition(allInstances),
        id: sql`q.id`,
        where: [...narrowed, ...where],
        says: Object.keys(listedFilters),
        sorting,
        column,
      })
    if (first.name !== 'endTime') return of()
    const byId = [{ expression: sql`q.id`, isDescending: first.isDescending === true }]
    return [{ ...running, order: byId }, ...of(sql`l.ended_at < 'infinity'`)]
  },
  tenant: sql`q.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  hasOrQueries: true,
  contradictions: [
    onlyOneOf(
      ['active', 'suspended', 'completed', 'externallyTerminated', 'internallyTerminated'],
      'historic process instance',
    ),
    notBoth(['rootProcessInstances'], ['superProcessInstanceId']),
  ],
  filters: {
    processInstanceId: isIdOf(sql`q.id`),
    processInstanceIds: isOneIdOf(sql`q.id`),
    processInstanceIdNotIn: isNoIdOf(sql`q.id`),
    processDefinitionId: isIdOf(sql`q.definition_id`),
    ...keyFilters('processDefinitionKey', sql`d.key`),
    ...textFilters('processDefinitionName', sql`d.name`),
    processInstanceBusinessKey: textFilter((key, { workplaceId }) => [
      sql`q.business_key = ${key}`,
      ofKey([key], workplaceId),
    ]),
    processInstanceBusinessKeyLike: isLikeOf(sql`q.business_key`),
    processInstanceBusinessKeyIn: textsFilter((keys, { workplaceId }) => [
      sql`q.business_key = any(${keys}::text[])`,
      ofKey(keys, workplaceId),
    ]),
    rootProcessInstances: flag(sql`q.caller_instance_id is null`),
    rootProcessInstanceId: isIdOf(sql`q.root_id`),
    finished: flag(sql`q.ended_at is not null`),
    unfinished: flag(sql`q.ended_at is null`),
    withJobsRetrying: flag(
      sql`exists (select 1 from job j where j.workplace_id = q.workplace_id and j.root_id = q.root_id and j.instance_id = q.id and j.error is not null and j.retries > 0)`,
    ),
    ...incidentHistoryFilters(),
    startedBefore: isBefore(sql`q.started_at`),
    startedAfter: isAfter(sql`q.started_at`),
    finishedBefore: isBefore(sql`q.ended_at`),
    finishedAfter: isAfter(sql`q.ended_at`),
    executedActivityAfter: dateFilter((date) => executed(sql`a.started_at >= ${date}`)),
    executedActivityBefore: dateFilter((date) => executed(sql`a.started_at <= ${date}`)),
    executedJobAfter: dateFilter((date) => ranJob(sql`f.at >= ${date}`)),
    executedJobBefore: dateFilter((date) => ranJob(sql`f.at <= ${date}`)),
    startedBy: isText(starter),
    superProcessInstanceId: isIdOf(sql`q.caller_instance_id`),
    subProcessInstanceId: textFilter(
      (id) =>
        sql`q.id = (select s.caller_instance_id from ${allInstances} s where s.workplace_id = q.workplace_id and s.id = ${asId(id)}::uuid)`,
    ),
    superCaseInstanceId: textFilter(() => sql`false`),
    subCaseInstanceId: textFilter(() => sql`false`),
    caseInstanceId: isText(sql`q.case_instance_id`),
    ...tenantFilters(sql`q.tenant_id`),
    executedActivityIdIn: textsFilter((keys) =>
      executed(sql`a.ended_at is not null and a.element_key = any(${keys}::text[])`),
    ),
    activeActivityIdIn: textsFilter((keys) => isIn(keys, sql`'active', 'joining'`)),
    activityIdIn: textsFilter((keys) => isIn(keys, sql`'active', 'joining', 'before', 'after'`)),
    active: flag(sql`(q.ended_at is null and not q.is_suspended)`),
    suspended: flag(sql`(q.ended_at is null and q.is_suspended)`),
    completed: flag(sql`(q.ended_at is not null and q.outcome <> 'deleted')`),
    externallyTerminated: flag(sql`${state} = 'EXTERNALLY_TERMINATED'`),
    internallyTerminated: flag(sql`${state} = 'INTERNALLY_TERMINATED'`),
    variables: variablesFilter({
      what: 'variable',
      operators: [...comparing, 'notLike'],
      source: () => historicVariables(sql`h.workplace_id = q.workplace_id and h.instance_id = q.id`),
    }),
    variableNamesIgnoreCase: option,
    variableValuesIgnoreCase: option,
  },
  sorts: {
    instanceId: required(sql`q.id`),
    definitionId: required(sql`q.definition_id`),
    definitionKey: sql`d.key`,
    definitionName: sql`d.name`,
    definitionVersion: sql`d.version`,
    businessKey: sql`left(lower(q.business_key), 200) collate "C"`,
    startTime: required(sql`q.started_at`),
    endTime: sql`q.ended_at`,
    duration,
    tenantId: sql`q.tenant_id`,
  },
  tie: sql`q.id`,
}

function withDefinition(instances: Sql): Sql {
  return sql`${instances} q left join process_definition d on d.workplace_id = q.workplace_id and d.id = q.definition_id`
}

function executed(condition: Sql): Sql {
  return sql`exists (select 1 from (select instance_id, workplace_id, element_key, started_at, ended_at from history_element
      union all select instance_id, workplace_id, element_key, started_at, null from element where root_id = q.root_id and state in ('active', 'joining')) a
    where a.workplace_id = q.workplace_id and a.instance_id = q.id and ${condition})`
}

/** A job that was deleted was never run. */
function ranJob(condition: Sql): Sql {
  return sql`exists (select 1 from history_fact f where f.workplace_id = q.workplace_id and f.instance_id = q.id and (${factsOf('job-failed').is} or ${jobEnded.is} and ${jobEnded.text('outcome')} = 'done') and ${condition})`
}

const jobEnded = factsOf('job-ended')

function isIn(keys: readonly string[], states: Sql): Sql {
  return sql`exists (select 1 from element a where a.workplace_id = q.workplace_id and a.root_id = q.root_id and a.instance_id = q.id and a.state in (${states}) and a.element_key = any(${keys}::text[]))`
}

function incidentHistoryFilters(): ListQuery['filters'] {
  const has = (condition: Sql) =>
    sql`exists (select 1 from ${allIncidents} n where n.workplace_id = q.workplace_id and n.instance_id = q.id and ${condition})`
  return {
    withIncidents: flag(has(sql`true`)),
    withRootIncidents: flag(has(sql`n.id::text = n.root_cause_id`)),
    incidentIdIn: textsFilter((ids) => has(sql`n.id::text = any(${ids}::text[])`)),
    incidentType: textFilter((type) => has(sql`n.type = ${type}`)),
    incidentStatus: textFilter((status) =>
      has(status === 'open' ? sql`n.ended_at is null` : sql`n.ended_at is not null`),
    ),
    incidentMessage: textFilter((message) => has(sql`n.message = ${message}`)),
    incidentMessageLike: textFilter((pattern) => has(isLike(sql`n.message`, pattern))),
  }
}

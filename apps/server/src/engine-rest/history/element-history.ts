import { sql } from 'kysely'
import { tenantFilters } from '../query/common-filters.ts'
import { onlyOneOf } from '../query/contradictions.ts'
import { flag, isAfter, isBefore, isIdOf, isLike, isText, type Sql, textFilter } from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { type Part, partsByEnd } from '../query/parts.ts'
import { required } from '../query/sorting.ts'
import { allInstances, endedElements, isByExecution, ofInstance, openElements, removalTime } from '../query/sources.ts'

export interface ElementHistoryRow {
  readonly id: string
  readonly activityId: string
  readonly startTime: Date
  readonly endTime: Date | null
}

const activityId: Sql = sql`(case when q.loop = 'body' then q.element_key || '#multiInstanceBody' else q.element_key end)`
const activityName: Sql = sql`(case when q.loop = 'body' then null else m.name end)`
const activityType: Sql = sql`(case when q.loop = 'body' then 'multiInstanceBody' else m.type end)`
const duration: Sql = sql`floor(extract(epoch from q.ended_at - q.started_at) * 1000)::bigint`

/** The query of activity instances: every element instance, open or ended. */
export const elementHistoryQuery: ListQuery<ElementHistoryRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.parent_id as "parentActivityInstanceId", ${activityId} as "activityId", ${activityName} as "activityName", ${activityType} as "activityType",
    d.key as "processDefinitionKey", q.definition_id as "processDefinitionId", q.instance_id as "processInstanceId", q.execution_id as "executionId", q.task_id as "taskId",
    q.called_instance_id as "calledProcessInstanceId", null as "calledCaseInstanceId", q.assignee, q.started_at as "startTime", q.ended_at as "endTime", ${duration} as "durationInMillis",
    q.is_cancelled as canceled, q.ends_path as "completeScope", p.tenant_id as "tenantId", ${removalTime(sql`q.root_id`, workplaceId, sql`q.instance_id`)} as "removalTime", q.root_id as "rootProcessInstanceId"`,
  from: (scope) => joined(sql`${elementsOf(scope)} q`),
  parts: (scope, [first, ...more], isJoined) => {
    const of = (elements: Sql): Part => ({ from: isJoined ? joined(sql`${elements} q`) : sql`${elements} q` })
    const [open, ended] = [of(openElements(isByExecution(scope, first))), of(endedElements)]
    if (first?.name !== 'endTime' || more.length > 0) return [open, ended]
    return partsByEnd({ open, ended }, { end: sql`q.ended_at`, id: sql`q.id` }, first.isDescending === true)
  },
  joins: {
    alias: sql`q`,
    to: joined,
    source: (scope) => sql`${elementsOf(scope)} q`,
    filters: ['activityName', 'activityNameLike', 'activityType', 'tenantIdIn', 'withoutTenantId'],
    sorts: ['activityName', 'activityType', 'tenantId'],
  },
  tenant: sql`p.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  contradictions: [onlyOneOf(['canceled', 'completeScope'], 'activity instance')],
  filters: {
    activityInstanceId: isIdOf(sql`q.id`),
    processInstanceId: textFilter((id, { workplaceId }) => ofInstance(sql`q.instance_id`, id, workplaceId)),
    processDefinitionId: isIdOf(sql`q.definition_id`),
    executionId: isIdOf(sql`q.execution_id`),
    activityId: isText(activityId),
    activityName: isText(activityName),
    activityNameLike: isLike(activityName),
    activityType: isText(activityType),
    taskAssignee: isText(sql`q.assignee`),
    finished: flag(sql`q.ended_at is not null`),
    unfinished: flag(sql`q.ended_at is null`),
    canceled: flag(sql`q.is_cancelled`),
    completeScope: flag(sql`q.ends_path`),
    startedBefore: isBefore(sql`q.started_at`),
    startedAfter: isAfter(sql`q.started_at`),
    finishedBefore: isBefore(sql`q.ended_at`),
    finishedAfter: isAfter(sql`q.ended_at`),
    ...tenantFilters(sql`p.tenant_id`),
  },
  sorts: {
    activityInstanceId: required(sql`q.id`),
    instanceId: required(sql`q.instance_id`),
    executionId: sql`q.execution_id`,
    activityId: sql`${activityId} collate "C"`,
    activityName: sql`${activityName} collate "C"`,
    activityType: sql`${activityType} collate "C"`,
    startTime: required(sql`q.started_at`),
    endTime: sql`q.ended_at`,
    duration,
    definitionId: required(sql`q.definition_id`),
    // Ids are made in the order in which things happen.
    occurrence: required(sql`q.id`),
    tenantId: sql`p.tenant_id`,
  },
  tie: sql`q.id`,
}

/** Returns all element instances, with the scopes joined where a query needs the execution of each. */
function elementsOf(scope: QueryScope): Sql {
  return sql`(${openElements(isByExecution(scope))} union all ${endedElements})`
}

/** @param elements a source of element instances `q`. */
function joined(elements: Sql): Sql {
  return sql`${elements} left join process_element m on m.workplace_id = q.workplace_id and m.definition_id = q.definition_id and m.element_key = q.element_key
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = q.definition_id
    left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id`
}

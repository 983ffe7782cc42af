import { sql } from 'kysely'
import { invalid } from '../http/rest-refusal.ts'
import { inInstance, inInstances, suspensionFilters, tenantFilters } from '../query/common-filters.ts'
import {
  asId,
  type Filter,
  type FilterContext,
  flag,
  isFlagged,
  isIdOf,
  isLongAtLeast,
  isLongAtMost,
  isOneIdOf,
  isText,
  type Sql,
  textFilter,
} from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import type { Part } from '../query/parts.ts'
import { asText, isGiven, readDate, readObjects } from '../query/read-parameter.ts'
import { required } from '../query/sorting.ts'
import { executionOfElement, executionWithScope, joinScope } from '../query/sources.ts'
import { allJobs, jobParts } from './all-jobs.ts'

export interface JobRow {
  readonly id: string
  readonly processInstanceId: string | null
  readonly retries: number
}

const execution: Sql = sql`coalesce(${executionOfElement}, case when j.batch_id is null then j.instance_id end)`
const sortedExecution: Sql = sql`coalesce(${executionWithScope}, case when j.batch_id is null then j.instance_id end)`
const definition: Sql = sql`coalesce(j.definition_id, i.definition_id)`
/** To clients, a planned suspension is a timer job without a definition, as in Camunda 7. */
const isPlan: Sql = sql`(j.kind = 'suspension' and j.data -> 'planned' is not null)`
const shownDefinition: Sql = sql`(case when not ${isPlan} then ${definition} end)`
const shownKey: Sql = sql`(case when not ${isPlan} then d.key end)`
const isTimer: Sql = sql`(j.kind in ('timer', 'timeout', 'start') or ${isPlan})`
const tenant: Sql = sql`coalesce(i.tenant_id, j.tenant_id)`
const failedActivity: Sql = sql`(case when j.error is not null then coalesce(j.data ->> 'failedElementId', j.element_key) end)`
/** The activity of its definition: of a multi-instance activity as a whole, the body. */
const activity: Sql = sql`(case when jd.is_body then j.element_key || '#multiInstanceBody' else j.element_key end)`

export const jobQuery: ListQuery<JobRow> = {
  columns:
    () => sql`j.id, coalesce(j.own_definition_id, jd.id) as "jobDefinitionId", j.instance_id as "processInstanceId", ${shownDefinition} as "processDefinitionId", ${shownKey} as "processDefinitionKey", ${execution} as "executionId",
    j.error as "exceptionMessage", ${failedActivity} as "failedActivityId", j.retries, j.due_at as "dueDate", j.is_suspended as suspended, j.priority, ${tenant} as "tenantId", j.created_at as "createTime", j.batch_id as "batchId"`,
  from: ({ workplaceId }) => joined(sql`${allJobs(workplaceId)} j`),
  parts: ({ workplaceId }, [first, ...more], isJoined) => {
    const [engine, batches] = jobParts(workplaceId).map(
      (jobs): Part => ({ from: isJoined ? joined(sql`${jobs} j`) : sql`${jobs} j` }),
    )
    if (engine === undefined || batches === undefined) return null
    if (first?.name !== 'jobDueDate' || more.length > 0) return [engine, batches]
    const isDescending = first.isDescending === true
    const byId = { expression: sql`j.id`, isDescending }
    return [
      { ...engine, where: [sql`j.due_at is null`], order: [byId] },
      { ...engine, where: [sql`j.due_at is not null`], order: [{ expression: sql`j.due_at`, isDescending }, byId] },
      batches,
    ]
  },
  joins: {
    alias: sql`j`,
    to: joined,
    source: ({ workplaceId }) => sql`${allJobs(workplaceId)} j`,
    filters: [
      'jobDefinitionId',
      'executionId',
      'processDefinitionId',
      'processDefinitionKey',
      'activityId',
      'tenantIdIn',
      'withoutTenantId',
      'includeJobsWithoutTenantId',
    ],
    sorts: ['executionId', 'processDefinitionId', 'processDefinitionKey', 'tenantId'],
  },
  tenant,
  reading: { right: 'instances.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`j.workplace_id = ${workplaceId}::uuid`],
  filters: {
    jobId: isIdOf(sql`j.id`),
    jobIds: isOneIdOf(sql`j.id`),
    jobDefinitionId: textFilter((id) => sql`(jd.id = ${asId(id)}::uuid or j.own_definition_id = ${asId(id)}::uuid)`),
    processInstanceId: inInstance(sql`j`),
    processInstanceIds: inInstances(sql`j`),
    executionId: textFilter((id) => sql`${execution}::text = ${id}`),
    processDefinitionId: textFilter((id) => sql`${shownDefinition}::text = ${id}`),
    processDefinitionKey: isText(shownKey),
    activityId: textFilter((id) => sql`${activity} = ${id}`),
    withRetriesLeft: flag(sql`j.retries > 0`),
    noRetriesLeft: flag(sql`j.retries = 0`),
    executable: flag(sql`j.retries > 0 and (j.due_at is null or j.due_at <= now())`),
    timers: exclusive('timers', 'messages', flag(isTimer)),
    messages: exclusive('messages', 'timers', flag(sql`not ${isTimer}`)),
    dueDates: comparedDates('due date', sql`j.due_at`),
    createTimes: comparedDates('create time', sql`j.created_at`),
    withException: flag(sql`j.error is not null`),
    exceptionMessage: isText(sql`j.error`),
    failedActivityId: isText(failedActivity),
    ...suspensionFilters(sql`j.is_suspended`),
    priorityLowerThanOrEquals: isLongAtMost(sql`j.priority`),
    priorityHigherThanOrEquals: isLongAtLeast(sql`j.priority`),
    ...tenantFilters(tenant, 'includeJobsWithoutTenantId'),
    acquired: flag(sql`j.locked_by is not null and j.locked_until > now()`),
  },
  sorts: {
    jobId: required(sql`j.id`),
    executionId: sortedExecution,
    processInstanceId: sql`j.instance_id`,
    processDefinitionId: shownDefinition,
    processDefinitionKey: sql`${shownKey} collate "C"`,
    jobPriority: required(sql`j.priority`),
    jobRetries: required(sql`j.retries`),
    jobDueDate: sql`j.due_at`,
    tenantId: tenant,
  },
  tie: sql`j.id`,
}

/** @param jobs a source of jobs `j`. */
function joined(jobs: Sql): Sql {
  return sql`${jobs} left join instance i on i.workplace_id = j.workplace_id and i.id = j.instance_id and j.batch_id is null
    left join process_definition d on d.workplace_id = j.workplace_id and d.id = ${definition}
    left join element e on e.workplace_id = j.workplace_id and e.id = j.element_id ${joinScope}
    left join job_definition jd on jd.workplace_id = j.workplace_id and jd.definition_id = ${definition} and jd.element_key = j.element_key and jd.kind = j.kind and jd.is_inner = (j.kind in ('before', 'after') and e.loop is not distinct from 'run')`
}

/** Refuses two flags that contradict each other. */
function exclusive(name: string, other: string, filter: Filter): Filter {
  return (value, context) => {
    if (isFlagged(context, name) && isFlagged(context, other))
      throw invalid('Parameter timers cannot be used together with parameter messages.')
    return filter(value, context)
  }
}

/** `gt_TIME,lt_TIME` in a query string, `[{operator, value}]` in a body. */
function comparedDates(what: string, column: Sql): Filter {
  return (value, context) =>
    isGiven(value)
      ? readComparisons(value, context).map(({ operator, value: time }) =>
          compareDate(what, column, operator, time, context),
        )
      : []
}

function readComparisons(value: unknown, { origin, name }: FilterContext): { operator: unknown; value: unknown }[] {
  if (origin === 'query') {
    return String(value)
      .split(',')
      .map((text) => {
        const [operator, time, ...more] = text.split('_')
        if (time === undefined || more.length > 0) throw invalid(`${name} parameter has to have format OPERATOR_VALUE.`)
        return { operator, value: time }
      })
  }
  return readObjects(value, { name }).map((one) => ({ operator: one.operator, value: one.value }))
}

function compareDate(what: string, column: Sql, operator: unknown, value: unknown, context: FilterContext): Sql {
  if (operator !== 'gt' && operator !== 'lt') throw invalid(`Invalid ${what} comparator specified: ${asText(operator)}`)
  const time = readDate(value, context)
  return operator === 'gt' ? sql`${column} > ${time}` : sql`${column} < ${time}`
}

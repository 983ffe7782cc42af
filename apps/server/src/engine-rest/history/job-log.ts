import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { tenantFilters } from '../query/common-filters.ts'
import {
  isIdOf,
  isLongAtLeast,
  isLongAtMost,
  isOneIdOf,
  isOneOf,
  isText,
  lastFlag,
  type Sql,
  textFilter,
} from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { required } from '../query/sorting.ts'
import { allInstances, executionOfElement, removalTime } from '../query/sources.ts'
import { allEntries, findEntries, type LogEntries } from './log-entries.ts'

export interface JobLogRow {
  readonly id: string
  readonly jobExceptionMessage: string | null
}

const failed = factsOf('job-failed')
const ended = factsOf('job-ended')

/**
 * The entries of the job log. While a job waits, its row provides its creation, afterwards its last fact; failures and
 * the end have their own facts (decision 3).
 */
const waiting: Sql = sql`(
  select j.workplace_id, j.id, j.created_at as at, j.id as job_id, j.instance_id, j.definition_id, j.element_key, j.kind,
    coalesce((select ${executionOfElement} from element e where e.workplace_id = j.workplace_id and e.id = j.element_id), j.instance_id) as execution_id, case when j.data ? 'made' then (j.data #>> '{made,dueAt}')::timestamptz else j.due_at end as due_at, 3 as retries,
    coalesce((j.data #>> '{made,priority}')::bigint, j.priority) as priority, null::text as error, null::text as failed_key, 'creation' as state, 0 as step
  from job j)`

const created: Sql = sql`(
  select f.workplace_id, f.subject_id as id, (${ended.text('createdAt')})::timestamptz as at, f.subject_id as job_id, f.instance_id, null::uuid as definition_id, ${ended.text('elementId')} as element_key, ${ended.text('kind')} as kind,
    (${ended.text('executionId')})::uuid as execution_id, (case when ${ended.json('made')} is null then ${ended.text('dueAt')} else ${ended.textIn('made', 'dueAt')} end)::timestamptz as due_at, 3 as retries,
    coalesce((${ended.textIn('made', 'priority')})::bigint, (${ended.text('priority')})::bigint) as priority, null::text as error, null::text as failed_key, 'creation' as state, 0 as step
  from history_fact f where ${ended.is})`

/** @param columns the last four columns of an entry. */
const fact = (of: typeof failed | typeof ended, columns: Sql): Sql => sql`(
  select f.workplace_id, f.id, f.at, f.subject_id as job_id, f.instance_id, null::uuid as definition_id, ${of.text('elementId')} as element_key, ${of.text('kind')} as kind, (${of.text('executionId')})::uuid as execution_id,
    (${of.text('dueAt')})::timestamptz as due_at, (${of.text('retries')})::int as retries, (${of.text('priority')})::bigint as priority, ${columns}
  from history_fact f where ${of.is})`

const entries: LogEntries = {
  waiting,
  created,
  failed: fact(
    failed,
    sql`${failed.text('error')} as error, coalesce(${failed.text('failedElementId')}, ${failed.text('elementId')}) as failed_key, 'failure' as state, 1 as step`,
  ),
  ended: fact(
    ended,
    sql`null::text as error, null::text as failed_key, case when ${ended.text('outcome')} = 'done' then 'success' else 'deletion' end as state, 2 as step`,
  ),
}

const definition: Sql = sql`coalesce(q.definition_id, p.definition_id)`
const activity: Sql = sql`(case when jd.is_body then q.element_key || '#multiInstanceBody' else q.element_key end)`

export const jobLogQuery: ListQuery<JobLogRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.at as timestamp, ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", q.job_id as "jobId", q.due_at as "jobDueDate", q.retries as "jobRetries",
    q.priority as "jobPriority", q.error as "jobExceptionMessage", jd.id as "jobDefinitionId", jd.type as "jobDefinitionType", jd.configuration as "jobDefinitionConfiguration", ${activity} as "activityId",
    q.failed_key as "failedActivityId", q.execution_id as "executionId", q.instance_id as "processInstanceId", ${definition} as "processDefinitionId", d.key as "processDefinitionKey",
    d.deployment_id as "deploymentId", coalesce(p.tenant_id, d.tenant_id) as "tenantId", null as hostname, p.root_id as "rootProcessInstanceId", null as "batchId",
    q.state = 'creation' as "creationLog", q.state = 'failure' as "failureLog", q.state = 'success' as "successLog", q.state = 'deletion' as "deletionLog"`,
  from: () => joined(sql`${allEntries(entries)} q`),
  parts: (scope, _, isJoined) =>
    findEntries(entries, scope).map((some) => ({ from: isJoined ? joined(sql`${some} q`) : sql`${some} q` })),
  joins: {
    alias: sql`q`,
    to: joined,
    source: () => sql`${allEntries(entries)} q`,
    filters: [
      'jobDefinitionId',
      'jobDefinitionType',
      'jobDefinitionConfiguration',
      'activityIdIn',
      'processDefinitionId',
      'processDefinitionKey',
      'deploymentId',
      'tenantIdIn',
      'withoutTenantId',
    ],
    sorts: ['jobDefinitionId', 'activityId', 'processDefinitionId', 'processDefinitionKey', 'deploymentId', 'tenantId'],
  },
  tenant: sql`coalesce(p.tenant_id, d.tenant_id)`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  filters: {
    logId: isIdOf(sql`q.id`),
    jobId: isIdOf(sql`q.job_id`),
    jobExceptionMessage: isText(sql`q.error`),
    jobDefinitionId: isIdOf(sql`jd.id`),
    jobDefinitionType: isText(sql`jd.type`),
    jobDefinitionConfiguration: isText(sql`jd.configuration`),
    activityIdIn: isOneOf(activity),
    failedActivityIdIn: isOneOf(sql`q.failed_key`),
    executionIdIn: isOneIdOf(sql`q.execution_id`),
    processInstanceId: isIdOf(sql`q.instance_id`),
    processDefinitionId: isIdOf(definition),
    processDefinitionKey: isText(sql`d.key`),
    deploymentId: isIdOf(sql`d.deployment_id`),
    hostname: textFilter(() => sql`false`),
    jobPriorityLowerThanOrEquals: isLongAtMost(sql`q.priority`),
    jobPriorityHigherThanOrEquals: isLongAtLeast(sql`q.priority`),
    ...lastFlag({
      creationLog: sql`q.state = 'creation'`,
      failureLog: sql`q.state = 'failure'`,
      successLog: sql`q.state = 'success'`,
      deletionLog: sql`q.state = 'deletion'`,
    }),
    ...tenantFilters(sql`coalesce(p.tenant_id, d.tenant_id)`),
  },
  sorts: {
    timestamp: required(sql`q.at`),
    jobId: required(sql`q.job_id`),
    jobDefinitionId: sql`jd.id`,
    jobDueDate: sql`q.due_at`,
    jobRetries: sql`q.retries`,
    jobPriority: sql`q.priority`,
    activityId: sql`${activity} collate "C"`,
    executionId: sql`q.execution_id`,
    processInstanceId: sql`q.instance_id`,
    processDefinitionId: definition,
    processDefinitionKey: sql`d.key collate "C"`,
    deploymentId: sql`d.deployment_id`,
    hostname: sql`null::text`,
    // Camunda counts for each job on its own.
    occurrence: sql`q.step`,
    tenantId: sql`coalesce(p.tenant_id, d.tenant_id)`,
  },
  order: [sql`q.job_id`, sql`q.step`],
  tie: sql`q.id`,
}

/** @param some a source of entries `q`. */
function joined(some: Sql): Sql {
  return sql`${some} left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = ${definition}
    left join lateral (select * from job_definition jd where jd.workplace_id = q.workplace_id and jd.definition_id = ${definition} and jd.element_key = q.element_key and jd.kind = q.kind order by jd.is_inner limit 1) jd on true`
}

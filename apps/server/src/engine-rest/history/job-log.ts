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
import { allInstances, executionOfElement, removalTime } from '../query/sources.ts'

export interface JobLogRow {
  readonly id: string
  readonly jobExceptionMessage: string | null
}

const failed = factsOf('job-failed')
const ended = factsOf('job-ended')

/**
 * The query of the job log. While a job waits, its row provides its creation, afterwards its last fact; failures and
 * the end have their own facts (decision 3).
 */
const log: Sql = sql`(
  select j.workplace_id, j.id, j.created_at as at, j.id as job_id, j.instance_id, coalesce(j.definition_id, i.definition_id) as definition_id, j.element_key, j.kind,
    coalesce(${executionOfElement}, j.instance_id) as execution_id, case when j.data ? 'made' then (j.data #>> '{made,dueAt}')::timestamptz else j.due_at end as due_at, 3 as retries,
    coalesce((j.data #>> '{made,priority}')::bigint, j.priority) as priority, null::text as error, null::text as failed_key, 'creation' as state, 0 as step
  from job j left join instance i on i.workplace_id = j.workplace_id and i.id = j.instance_id left join element e on e.workplace_id = j.workplace_id and e.id = j.element_id
  union all
  select f.workplace_id, f.subject_id, (${ended.text('createdAt')})::timestamptz, f.subject_id, f.instance_id, null, ${ended.text('elementId')}, ${ended.text('kind')}, (${ended.text('executionId')})::uuid,
    (case when ${ended.json('made')} is null then ${ended.text('dueAt')} else ${ended.textIn('made', 'dueAt')} end)::timestamptz, 3,
    coalesce((${ended.textIn('made', 'priority')})::bigint, (${ended.text('priority')})::bigint), null, null, 'creation', 0
  from history_fact f where ${ended.is}
  union all
  select f.workplace_id, f.id, f.at, f.subject_id, f.instance_id, null, ${failed.text('elementId')}, ${failed.text('kind')}, (${failed.text('executionId')})::uuid, (${failed.text('dueAt')})::timestamptz, (${failed.text('retries')})::int,
    (${failed.text('priority')})::bigint, ${failed.text('error')}, coalesce(${failed.text('failedElementId')}, ${failed.text('elementId')}), 'failure', 1
  from history_fact f where ${failed.is}
  union all
  select f.workplace_id, f.id, f.at, f.subject_id, f.instance_id, null, ${ended.text('elementId')}, ${ended.text('kind')}, (${ended.text('executionId')})::uuid, (${ended.text('dueAt')})::timestamptz, (${ended.text('retries')})::int,
    (${ended.text('priority')})::bigint, null, null, case when ${ended.text('outcome')} = 'done' then 'success' else 'deletion' end, 2
  from history_fact f where ${ended.is})`

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
  from: () => sql`${log} q left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = ${definition}
    left join lateral (select * from job_definition jd where jd.workplace_id = q.workplace_id and jd.definition_id = ${definition} and jd.element_key = q.element_key and jd.kind = q.kind order by jd.is_inner limit 1) jd on true`,
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
    timestamp: sql`q.at`,
    jobId: sql`q.job_id`,
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
  tie: sql`q.job_id, q.step, q.id`,
}

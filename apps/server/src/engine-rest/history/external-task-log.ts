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
} from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { allInstances, removalTime } from '../query/sources.ts'

export interface ExternalTaskLogRow {
  readonly id: string
}

const failed = factsOf('external-task-failed')
const ended = factsOf('external-task-ended')

/** The log of external tasks: open ones, and facts of the history, like the log of jobs. */
const log: Sql = sql`(
  select x.workplace_id, x.id, x.created_at as at, x.id as task_id, x.instance_id, x.element_id, x.element_key, x.execution_id, x.topic, null::text as worker_id, x.priority, null::int as retries,
    null::text as error, null::text as details, 'creation' as state, 0 as step from external_task x
  union all
  select f.workplace_id, f.subject_id, (${ended.text('createdAt')})::timestamptz, f.subject_id, f.instance_id, f.element_id, ${ended.text('elementId')}, (${ended.text('executionId')})::uuid, ${ended.text('topic')}, null,
    (${ended.text('priority')})::bigint, null, null, null, 'creation', 0 from history_fact f where ${ended.is}
  union all
  select f.workplace_id, f.id, f.at, f.subject_id, f.instance_id, f.element_id, ${failed.text('elementId')}, (${failed.text('executionId')})::uuid, ${failed.text('topic')}, ${failed.text('workerId')},
    (${failed.text('priority')})::bigint, (${failed.text('retries')})::int, ${failed.text('error')}, ${failed.text('details')}, 'failure', 1 from history_fact f where ${failed.is}
  union all
  select f.workplace_id, f.id, f.at, f.subject_id, f.instance_id, f.element_id, ${ended.text('elementId')}, (${ended.text('executionId')})::uuid, ${ended.text('topic')}, ${ended.text('workerId')},
    (${ended.text('priority')})::bigint, (${ended.text('retries')})::int, null, null, case when ${ended.text('outcome')} = 'done' then 'success' else 'deletion' end, 2 from history_fact f where ${ended.is})`

export const externalTaskLogQuery: ListQuery<ExternalTaskLogRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.at as timestamp, ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", q.task_id as "externalTaskId", q.topic as "topicName", q.worker_id as "workerId",
    q.priority, q.retries, q.error as "errorMessage", q.element_key as "activityId", q.element_id as "activityInstanceId", q.execution_id as "executionId", q.instance_id as "processInstanceId",
    p.definition_id as "processDefinitionId", d.key as "processDefinitionKey", p.tenant_id as "tenantId", p.root_id as "rootProcessInstanceId", q.state = 'creation' as "creationLog",
    q.state = 'failure' as "failureLog", q.state = 'success' as "successLog", q.state = 'deletion' as "deletionLog"`,
  from: () => sql`${log} q left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = p.definition_id`,
  tenant: sql`p.tenant_id`,
  reading: { right: 'history.read', processKey: sql`d.key` },
  always: ({ workplaceId }) => [sql`q.workplace_id = ${workplaceId}::uuid`],
  filters: {
    logId: isIdOf(sql`q.id`),
    externalTaskId: isIdOf(sql`q.task_id`),
    topicName: isText(sql`q.topic`),
    workerId: isText(sql`q.worker_id`),
    errorMessage: isText(sql`q.error`),
    activityIdIn: isOneOf(sql`q.element_key`),
    activityInstanceIdIn: isOneIdOf(sql`q.element_id`),
    executionIdIn: isOneIdOf(sql`q.execution_id`),
    processInstanceId: isIdOf(sql`q.instance_id`),
    processDefinitionId: isIdOf(sql`p.definition_id`),
    processDefinitionKey: isText(sql`d.key`),
    ...tenantFilters(sql`p.tenant_id`),
    priorityLowerThanOrEquals: isLongAtMost(sql`q.priority`),
    priorityHigherThanOrEquals: isLongAtLeast(sql`q.priority`),
    ...lastFlag({
      creationLog: sql`q.state = 'creation'`,
      failureLog: sql`q.state = 'failure'`,
      successLog: sql`q.state = 'success'`,
      deletionLog: sql`q.state = 'deletion'`,
    }),
  },
  sorts: {
    timestamp: sql`q.at`,
    externalTaskId: sql`q.task_id`,
    topicName: sql`q.topic collate "C"`,
    workerId: sql`q.worker_id collate "C"`,
    retries: sql`q.retries`,
    priority: sql`q.priority`,
    activityId: sql`q.element_key collate "C"`,
    activityInstanceId: sql`q.element_id`,
    executionId: sql`q.execution_id`,
    processInstanceId: sql`q.instance_id`,
    processDefinitionId: sql`p.definition_id`,
    processDefinitionKey: sql`d.key collate "C"`,
    tenantId: sql`p.tenant_id`,
  },
  tie: sql`q.task_id, q.step, q.id`,
}

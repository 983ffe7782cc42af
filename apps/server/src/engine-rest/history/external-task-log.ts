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
import { required } from '../query/sorting.ts'
import { allInstances, removalTime } from '../query/sources.ts'
import { allEntries, findEntries, type LogEntries } from './log-entries.ts'

export interface ExternalTaskLogRow {
  readonly id: string
}

const failed = factsOf('external-task-failed')
const ended = factsOf('external-task-ended')

/** The log of external tasks: open ones, and facts of the history, like the log of jobs. */
const entries: LogEntries = {
  waiting: sql`(select x.workplace_id, x.id, x.created_at as at, x.id as task_id, x.instance_id, x.element_id, x.element_key, x.execution_id, x.topic, x.priority, null::text as worker_id, null::int as retries,
    null::text as error, null::text as details, 'creation' as state, 0 as step from external_task x)`,
  created: entry(ended, {
    first: sql`f.subject_id as id, (${ended.text('createdAt')})::timestamptz as at`,
    last: sql`null::text as worker_id, null::int as retries, null::text as error, null::text as details, 'creation' as state, 0 as step`,
  }),
  failed: entry(failed, {
    first: sql`f.id, f.at`,
    last: sql`${failed.text('workerId')} as worker_id, (${failed.text('retries')})::int as retries, ${failed.text('error')} as error, ${failed.text('details')} as details, 'failure' as state, 1 as step`,
  }),
  ended: entry(ended, {
    first: sql`f.id, f.at`,
    last: sql`${ended.text('workerId')} as worker_id, (${ended.text('retries')})::int as retries, null::text as error, null::text as details, case when ${ended.text('outcome')} = 'done' then 'success' else 'deletion' end as state, 2 as step`,
  }),
}

function entry(of: typeof failed | typeof ended, { first, last }: { readonly first: Sql; readonly last: Sql }): Sql {
  return sql`(select f.workplace_id, ${first}, f.subject_id as task_id, f.instance_id, f.element_id, ${of.text('elementId')} as element_key, (${of.text('executionId')})::uuid as execution_id,
    ${of.text('topic')} as topic, (${of.text('priority')})::bigint as priority, ${last} from history_fact f where ${of.is})`
}

export const externalTaskLogQuery: ListQuery<ExternalTaskLogRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, q.at as timestamp, ${removalTime(sql`p.root_id`, workplaceId, sql`p.id`)} as "removalTime", q.task_id as "externalTaskId", q.topic as "topicName", q.worker_id as "workerId",
    q.priority, q.retries, q.error as "errorMessage", q.element_key as "activityId", q.element_id as "activityInstanceId", q.execution_id as "executionId", q.instance_id as "processInstanceId",
    p.definition_id as "processDefinitionId", d.key as "processDefinitionKey", p.tenant_id as "tenantId", p.root_id as "rootProcessInstanceId", q.state = 'creation' as "creationLog",
    q.state = 'failure' as "failureLog", q.state = 'success' as "successLog", q.state = 'deletion' as "deletionLog"`,
  from: () => joined(sql`${allEntries(entries)} q`),
  parts: (scope, _, isJoined) =>
    findEntries(entries, scope).map((some) => ({ from: isJoined ? joined(sql`${some} q`) : sql`${some} q` })),
  joins: {
    alias: sql`q`,
    to: joined,
    source: () => sql`${allEntries(entries)} q`,
    filters: ['processDefinitionId', 'processDefinitionKey', 'tenantIdIn', 'withoutTenantId'],
    sorts: ['processDefinitionId', 'processDefinitionKey', 'tenantId'],
  },
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
    timestamp: required(sql`q.at`),
    externalTaskId: required(sql`q.task_id`),
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
  order: [sql`q.task_id`, sql`q.step`],
  tie: sql`q.id`,
}

/** @param some a source of entries `q`. */
function joined(some: Sql): Sql {
  return sql`${some} left join ${allInstances} p on p.workplace_id = q.workplace_id and p.id = q.instance_id
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = p.definition_id`
}

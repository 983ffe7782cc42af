import {
  type ElementInstance,
  type ExternalTask,
  type Incident,
  type Job,
  type ProcessInstance,
  type Subscription,
  storedElementData,
  storedJobData,
  storedSubscriptionData,
  type Task,
} from '@millrace/engine'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'

/** The table of an engine row: field, column and PostgreSQL type, in the order of the arrays. */
export interface LiveTable<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
}

interface Column<Row> {
  readonly field: keyof Row & string
  readonly column: string
  readonly type: 'uuid' | 'text' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'jsonb' | 'text[]'
  /**
   * For a column that only rows of processes have: the column that the engine reads for other rows. A task without a
   * process, and the timer of a start event, have no process instance in the database.
   */
  readonly elsewhere?: string
  /** The codec of JSON whose shape depends on the rest of the row. The columns that it depends on come before. */
  readonly codec?: ColumnCodec<Row>
}

interface ColumnCodec<Row> {
  readonly encode: (row: Row) => unknown
  readonly decode: (stored: unknown, row: Row) => unknown
}

function defineTable<Row>() {
  return (
    name: string,
    columns: readonly (readonly [
      keyof Row & string,
      string,
      Column<Row>['type'],
      Pick<Column<Row>, 'elsewhere' | 'codec'>?,
    ])[],
  ): LiveTable<Row> => ({
    name,
    columns: columns.map(([field, column, type, more]) => ({ field, column, type, ...more })),
  })
}

/** The table of roots that are not process instances. */
export const rootTable = 'root'

export const instanceTable = defineTable<ProcessInstance>()('instance', [
  ['id', 'id', 'uuid'],
  ['definitionId', 'definition_id', 'uuid'],
  ['businessKey', 'business_key', 'text'],
  ['caseInstanceId', 'case_instance_id', 'text'],
  ['title', 'title', 'text'],
  ['callerElementId', 'caller_element_id', 'uuid'],
  ['callerInstanceId', 'caller_instance_id', 'uuid'],
  ['isSuspended', 'is_suspended', 'boolean'],
  ['openChildren', 'open_children', 'int'],
  ['startedAt', 'started_at', 'timestamptz'],
  ['startUserId', 'start_user_id', 'text'],
  ['startElementId', 'start_element_key', 'text'],
  ['tenantId', 'tenant_id', 'text'],
])

export const elementTable = defineTable<ElementInstance>()('element', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid'],
  ['parentId', 'parent_id', 'uuid'],
  ['elementId', 'element_key', 'text'],
  ['state', 'state', 'text'],
  ['loop', 'loop', 'text'],
  ['tokenId', 'token_id', 'uuid'],
  ['executionId', 'execution_id', 'uuid'],
  ['flowId', 'flow_key', 'text'],
  ['openChildren', 'open_children', 'int'],
  ['data', 'data', 'jsonb', { codec: storedElementData }],
  ['startedAt', 'started_at', 'timestamptz'],
])

export const taskTable = defineTable<Task>()('task', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid', { elsewhere: 'root_id' }],
  ['elementInstanceId', 'element_id', 'uuid'],
  ['executionId', 'execution_id', 'uuid', { elsewhere: 'root_id' }],
  ['definitionId', 'definition_id', 'uuid', { elsewhere: `'${standaloneTasks.id}'::uuid` }],
  ['taskKey', 'task_key', 'text', { elsewhere: `'${standaloneTasks.element}'` }],
  ['name', 'name', 'text'],
  ['title', 'title', 'text'],
  ['description', 'description', 'text'],
  ['assignee', 'assignee', 'text'],
  ['owner', 'owner', 'text'],
  ['delegation', 'delegation', 'text'],
  ['priority', 'priority', 'int'],
  ['dueAt', 'due_at', 'timestamptz'],
  ['followUpAt', 'follow_up_at', 'timestamptz'],
  ['category', 'category', 'text'],
  ['formKey', 'form_key', 'text'],
  ['isSuspended', 'is_suspended', 'boolean'],
  ['createdAt', 'created_at', 'timestamptz'],
  ['updatedAt', 'updated_at', 'timestamptz'],
  ['tenantId', 'tenant_id', 'text'],
  ['candidateUsers', 'candidate_users', 'text[]'],
  ['candidateGroups', 'candidate_groups', 'text[]'],
  ['parentTaskId', 'parent_task_id', 'uuid'],
])

export const jobTable = defineTable<Job>()('job', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid', { elsewhere: 'root_id' }],
  ['elementInstanceId', 'element_id', 'uuid'],
  ['elementId', 'element_key', 'text'],
  ['kind', 'kind', 'text'],
  ['dueAt', 'due_at', 'timestamptz'],
  ['retries', 'retries', 'int'],
  ['priority', 'priority', 'bigint'],
  ['isExclusive', 'is_exclusive', 'boolean'],
  ['isSuspended', 'is_suspended', 'boolean'],
  ['data', 'data', 'jsonb', { codec: storedJobData }],
  ['error', 'error', 'text'],
  ['createdAt', 'created_at', 'timestamptz'],
])

export const subscriptionTable = defineTable<Subscription>()('subscription', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid', { elsewhere: 'root_id' }],
  ['elementInstanceId', 'element_id', 'uuid'],
  ['elementId', 'element_key', 'text'],
  ['executionId', 'execution_id', 'uuid', { elsewhere: 'root_id' }],
  ['kind', 'kind', 'text'],
  ['name', 'name', 'text'],
  ['data', 'data', 'jsonb', { codec: storedSubscriptionData }],
  ['createdAt', 'created_at', 'timestamptz'],
])

export const externalTaskTable = defineTable<ExternalTask>()('external_task', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid'],
  ['elementInstanceId', 'element_id', 'uuid'],
  ['elementId', 'element_key', 'text'],
  ['executionId', 'execution_id', 'uuid'],
  ['definitionId', 'definition_id', 'uuid'],
  ['topic', 'topic', 'text'],
  ['workerId', 'worker_id', 'text'],
  ['lockedUntil', 'locked_until', 'timestamptz'],
  ['retries', 'retries', 'int'],
  ['errorMessage', 'error_message', 'text'],
  ['errorDetails', 'error_details', 'text'],
  ['priority', 'priority', 'bigint'],
  ['isSuspended', 'is_suspended', 'boolean'],
  ['createdAt', 'created_at', 'timestamptz'],
  ['tenantId', 'tenant_id', 'text'],
])

export const incidentTable = defineTable<Incident>()('incident', [
  ['id', 'id', 'uuid'],
  ['instanceId', 'instance_id', 'uuid', { elsewhere: 'root_id' }],
  ['elementInstanceId', 'element_id', 'uuid'],
  ['elementId', 'element_key', 'text'],
  ['type', 'type', 'text'],
  ['sourceId', 'source_id', 'uuid'],
  ['message', 'message', 'text'],
  ['detail', 'detail', 'jsonb'],
  ['causeId', 'cause_id', 'uuid'],
  ['rootCauseId', 'root_cause_id', 'uuid'],
  ['createdAt', 'created_at', 'timestamptz'],
])

/** Returns `json_build_array` of a table's columns, as `readRow` expects it. */
export function jsonColumns<Row>({ columns }: LiveTable<Row>): string {
  const read = columns.map(({ column, elsewhere }) =>
    elsewhere === undefined ? column : `coalesce(${column}, ${elsewhere})`,
  )
  return `json_build_array(${read.join(', ')})`
}

/** Creates a row of the engine from the JSON that `jsonColumns` selected. */
export function readRow<Row>({ columns }: LiveTable<Row>, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {}
  columns.forEach(({ field, type, codec }, index) => {
    const value = values[index]
    if (codec !== undefined) row[field] = codec.decode(value, row as Row)
    else row[field] = type === 'timestamptz' && typeof value === 'string' ? readTime(value) : value
  })
  return row as Row
}

/** Parses a time in PostgreSQL's JSON format, `2026-01-31T10:00:00.12+00:00`, into ours, with three digits and a Z. */
export function readTime(text: string): string {
  if (!text.endsWith('+00:00')) return new Date(text).toISOString()
  const local = text.slice(0, -6)
  return local.length >= 23
    ? `${local.slice(0, 23)}Z`
    : local.length === 19
      ? `${local}.000Z`
      : `${local.padEnd(23, '0')}Z`
}

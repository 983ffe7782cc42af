import { sql } from 'kysely'
import { seesIdentities } from '../../operations/operation-log/identity-entities.ts'
import { isAfter, isBefore, isIdOf, isOneOf, isText, type Sql, textFilter } from '../query/filters.ts'
import type { ListQuery, QueryScope } from '../query/list-query.ts'
import { isGiven } from '../query/read-parameter.ts'
import { allInstances, joinTask, removalTime } from '../query/sources.ts'
import { type Operators, operationParts, operationsOf } from './operations.ts'

export interface OperationRow {
  readonly id: string
  readonly operationId: string
  readonly processInstanceId: string | null
}

const definition = firstOf('definition_id')
const root = firstOf('root_id')
/** A task that belongs to no process keeps its history under its own id. */
const instance: Sql = sql`nullif(q.instance_id, q.task_id)`
const execution: Sql = sql`coalesce(q.execution_id, t.execution_id)`
/**
 * A column of the operation, else of its task, else of its instance. PostgreSQL takes `coalesce` for a function that could
 * leak values, so row-level security would keep a condition with it out of an index.
 */
function firstOf(column: 'definition_id' | 'root_id'): Sql {
  const [own, ofTask, ofInstance] = ['q', 't', 'p'].map((table) => sql.ref(`${table}.${column}`))
  return sql`(case when ${own} is not null then ${own} when ${ofTask} is not null then ${ofTask} else ${ofInstance} end)`
}

const none = textFilter(() => sql`false`)

/**
 * Returns a source of operations `q` with what the answer says about them. Instances are looked up for each row, as in
 * `joinTask`.
 */
const joined = (source: Sql): Sql => sql`${source} ${joinTask(sql`q.workplace_id`, sql`q.task_id`)}
    left join lateral (select * from ${allInstances} i where i.workplace_id = q.workplace_id and i.id = q.instance_id offset 0) p on true
    left join process_definition d on d.workplace_id = q.workplace_id and d.id = ${definition}
    left join operation_annotation n on n.workplace_id = q.workplace_id and n.operation_id = q.operation_id`

const operatorsOf = ({ parameters }: QueryScope): Operators => (isGiven(parameters.userId) ? 'one' : 'all')

/** The log of user operations. */
export const operationLogQuery: ListQuery<OperationRow> = {
  columns: ({
    workplaceId,
  }) => sql`q.id, coalesce(q.deployment_id, d.deployment_id) as "deploymentId", ${definition} as "processDefinitionId", coalesce(q.process_key, d.key) as "processDefinitionKey",
    ${instance} as "processInstanceId", ${execution} as "executionId", null as "caseDefinitionId", null as "caseInstanceId", null as "caseExecutionId", q.task_id as "taskId", q.job_id as "jobId",
    q.job_definition_id as "jobDefinitionId", q.batch_id as "batchId", q.user_id as "userId", q.at as timestamp, q.operation_id as "operationId", q.external_task_id as "externalTaskId",
    q.operation_type as "operationType", q.entity_type as "entityType", q.property, q.org_value as "orgValue", q.new_value as "newValue", ${removalTime(root, workplaceId)} as "removalTime",
    ${root} as "rootProcessInstanceId", q.category, n.annotation`,
  from: (scope) => joined(operationsOf(operatorsOf(scope))),
  parts: (scope, [first], isJoined) =>
    operationParts(operatorsOf(scope), {
      join: isJoined ? joined : (source) => source,
      isDescending: first?.isDescending === true,
    }),
  joins: {
    alias: sql`q`,
    to: joined,
    source: (scope) => operationsOf(operatorsOf(scope)),
    filters: ['deploymentId', 'processDefinitionId', 'processDefinitionKey', 'executionId'],
    sorts: [],
  },
  tenant: sql`coalesce(q.tenant_id, p.tenant_id, d.tenant_id)`,
  reading: { right: 'history.read', processKey: sql`coalesce(q.process_key, d.key)` },
  always: ({ workplaceId, reader }) => [
    sql`q.workplace_id = ${workplaceId}::uuid`,
    ...(reader === null || seesIdentities(reader) ? [] : [sql`q.category <> 'Admin'`]),
  ],
  filters: {
    deploymentId: textFilter((id) => sql`coalesce(q.deployment_id, d.deployment_id)::text = ${id}`),
    processDefinitionId: isIdOf(definition),
    processDefinitionKey: isText(sql`coalesce(q.process_key, d.key)`),
    processInstanceId: isIdOf(sql`q.instance_id`),
    executionId: isIdOf(execution),
    caseDefinitionId: none,
    caseInstanceId: none,
    caseExecutionId: none,
    taskId: isIdOf(sql`q.task_id`),
    externalTaskId: isIdOf(sql`q.external_task_id`),
    batchId: isIdOf(sql`q.batch_id`),
    jobId: isIdOf(sql`q.job_id`),
    jobDefinitionId: isIdOf(sql`q.job_definition_id`),
    userId: isText(sql`q.user_id`),
    operationId: isIdOf(sql`q.operation_id`),
    operationType: isText(sql`q.operation_type`),
    entityType: isText(sql`q.entity_type`),
    entityTypeIn: isOneOf(sql`q.entity_type`),
    category: isText(sql`q.category`),
    categoryIn: isOneOf(sql`q.category`),
    property: isText(sql`q.property`),
    afterTimestamp: isAfter(sql`q.at`),
    beforeTimestamp: isBefore(sql`q.at`),
  },
  sorts: { timestamp: sql`q.at` },
  order: [sql`q.at`],
  tie: sql`q.id`,
}

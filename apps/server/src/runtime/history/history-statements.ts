import type { TypedValue } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { bytesLiteral, textOf } from '../save/variable-statements.ts'
import { arrayLiteral, insertRowsOf, type WriteColumn } from '../save/write-rows.ts'
import { encodeFact, type Fact } from './facts.ts'
import type { EndedElement, EndedInstance, EndedTask, HistoryRows, VariableFact } from './history-rows.ts'

interface Place {
  readonly workplaceId: string
  readonly rootOf: (instanceId: string) => string
  readonly userId: string | null
  /** The id that all changes of one user command have in common. */
  readonly operationId: string | null
  /** The definition of each instance that the run touched. */
  readonly definitionOf: (instanceId: string) => string
}

/** Returns the statements for each history table that gets rows. */
export function historyStatements(place: Place, rows: HistoryRows): Statement[] {
  return [
    ...insert('history_instance', place, rows.instances, instanceColumns),
    ...insert('history_element', place, rows.elements, elementColumns),
    ...insert('history_task', place, rows.tasks, taskColumns),
    ...insert('history_variable', place, rows.variables, variableColumns),
    ...insert('history_fact', place, rows.facts, factColumns),
  ]
}

/** Made once: each step comes here. */
function defineColumns<Row>(columns: Columns<Row>): readonly WriteColumn<Row, Place>[] {
  return columns.map(([column, type, value]) => ({ column, type, value }))
}

const instanceColumns = defineColumns<EndedInstance>([
  ['id', 'uuid', ({ instance }) => instance.id],
  ['root_id', 'uuid', ({ instance }) => instance.rootId],
  ['definition_id', 'uuid', ({ instance }) => instance.definitionId],
  ['business_key', 'text', ({ instance }) => instance.businessKey],
  ['case_instance_id', 'text', ({ instance }) => instance.caseInstanceId ?? null],
  ['title', 'text', ({ instance }) => instance.title],
  ['caller_instance_id', 'uuid', ({ instance }) => instance.callerInstanceId],
  ['started_at', 'timestamptz', ({ instance }) => instance.startedAt],
  ['ended_at', 'timestamptz', ({ endedAt }) => endedAt],
  ['start_user_id', 'text', ({ instance }) => instance.startUserId],
  ['start_element_key', 'text', ({ instance }) => instance.startElementId],
  ['end_element_key', 'text', ({ endElementKey }) => endElementKey],
  ['outcome', 'text', ({ outcome }) => outcome],
  ['reason', 'text', ({ reason }) => reason],
  ['ended_by', 'text', (_, { userId }) => userId],
  ['tenant_id', 'text', ({ instance }) => instance.tenantId],
])

const elementColumns = defineColumns<EndedElement>([
  ['instance_id', 'uuid', ({ element }) => element.instanceId],
  ['id', 'uuid', ({ element }) => element.id],
  ['root_id', 'uuid', ({ element }, { rootOf }) => rootOf(element.instanceId)],
  ['definition_id', 'uuid', ({ element }, { definitionOf }) => definitionOf(element.instanceId)],
  ['parent_id', 'uuid', ({ element }) => element.parentId],
  ['element_key', 'text', ({ element }) => element.elementId],
  ['loop', 'text', ({ element }) => element.loop],
  ['execution_id', 'uuid', ({ element }) => element.executionId],
  ['flow_key', 'text', ({ element }) => element.flowId],
  ['task_id', 'uuid', ({ taskId }) => taskId],
  ['assignee', 'text', ({ assignee }) => assignee],
  ['called_instance_id', 'uuid', ({ calledInstanceId }) => calledInstanceId],
  ['started_at', 'timestamptz', ({ element }) => element.startedAt],
  ['ended_at', 'timestamptz', ({ endedAt }) => endedAt],
  ['is_cancelled', 'boolean', ({ isCancelled }) => isCancelled],
  ['ends_path', 'boolean', ({ endsPath }) => endsPath],
])

const taskColumns = defineColumns<EndedTask>([
  ['instance_id', 'uuid', ({ task }) => task.instanceId],
  ['id', 'uuid', ({ task }) => task.id],
  ['root_id', 'uuid', ({ task }, { rootOf }) => rootOf(task.instanceId)],
  ['element_id', 'uuid', ({ task }) => task.elementInstanceId],
  ['execution_id', 'uuid', ({ task }) => task.executionId],
  ['definition_id', 'uuid', ({ task }) => task.definitionId],
  ['task_key', 'text', ({ task }) => task.taskKey],
  ['name', 'text', ({ task }) => task.name],
  ['title', 'text', ({ task }) => task.title],
  ['description', 'text', ({ task }) => task.description],
  ['assignee', 'text', ({ task }) => task.assignee],
  ['owner', 'text', ({ task }) => task.owner],
  ['priority', 'int', ({ task }) => task.priority],
  ['due_at', 'timestamptz', ({ task }) => task.dueAt],
  ['follow_up_at', 'timestamptz', ({ task }) => task.followUpAt],
  ['created_at', 'timestamptz', ({ task }) => task.createdAt],
  ['ended_at', 'timestamptz', ({ endedAt }) => endedAt],
  ['reason', 'text', ({ reason }) => reason],
  ['ended_by', 'text', (_, { userId }) => userId],
  ['candidate_users', 'text[]', ({ task }) => listOrNull(task.candidateUsers)],
  ['candidate_groups', 'text[]', ({ task }) => listOrNull(task.candidateGroups)],
  ['tenant_id', 'text', ({ task }) => task.tenantId],
])

const variableColumns = defineColumns<VariableFact>([
  ['instance_id', 'uuid', ({ variable }) => variable.instanceId],
  ['id', 'uuid', ({ id }) => id],
  ['at', 'timestamptz', ({ at }) => at],
  ['variable_id', 'uuid', ({ variable }) => variable.id],
  ['scope_id', 'uuid', ({ variable }) => variable.scopeId],
  ['element_id', 'uuid', ({ elementId }) => elementId],
  ['name', 'text', ({ variable }) => variable.name],
  ['type', 'text', ({ variable }) => variable.value?.type ?? 'Null'],
  ['value', 'text', ({ variable }) => (variable.value === null ? null : textOf(variable.value))],
  ['bytes', 'bytea', ({ variable }) => bytesOf(variable.value)],
  ['info', 'jsonb', ({ variable }) => (variable.value?.info == null ? null : JSON.stringify(variable.value.info))],
  ['revision', 'int', ({ variable }) => variable.revision],
  ['is_removed', 'boolean', ({ isRemoved }) => isRemoved],
  ['operation_id', 'uuid', (_, { operationId }) => operationId],
])

const factColumns = defineColumns<Fact>([
  ['instance_id', 'uuid', ({ instanceId }) => instanceId],
  ['id', 'uuid', ({ id }) => id],
  ['at', 'timestamptz', ({ at }) => at],
  ['kind', 'text', ({ kind }) => kind],
  ['subject_id', 'uuid', ({ subjectId }) => subjectId],
  ['element_id', 'uuid', ({ elementId }) => elementId],
  ['user_id', 'text', (_, { userId }) => userId],
  ['data', 'jsonb', encodeFact],
  ['operation_id', 'uuid', (_, { operationId }) => operationId],
])

function listOrNull(items: readonly string[]): string | null {
  return items.length === 0 ? null : arrayLiteral(items)
}

function bytesOf(value: TypedValue | null): string | null {
  return value?.value instanceof Uint8Array ? bytesLiteral(value.value) : null
}

type Columns<Row> = readonly (readonly [column: string, type: string, value: (row: Row, place: Place) => unknown])[]

function insert<Row>(
  table: string,
  place: Place,
  rows: readonly Row[],
  columns: readonly WriteColumn<Row, Place>[],
): Statement[] {
  if (rows.length === 0) return []
  return insertRowsOf(place, { table, fixed: [['workplace_id', 'uuid', place.workplaceId]], columns, rows })
}

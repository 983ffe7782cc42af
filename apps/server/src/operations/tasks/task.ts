import type { InstanceState } from '@millrace/engine'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import type { FailurePlace } from '../../runtime/execute/record-failure.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  type Held,
  noSuchTask,
  refuseTask,
  refuseWork,
  rightsOf,
  type TaskAction,
  type TaskRights,
  taskIsOver,
} from './policy.ts'

/** A task that is open. */
export interface OpenTask extends TaskRights, TaskPlace {
  readonly delegation: string | null
}

/** The position of a task in its process. A standalone task is its own root. */
export interface TaskPlace {
  readonly id: string
  readonly taskKey: string
  readonly rootId: string
  readonly instanceId: string
  readonly elementId: string
  readonly definitionId: string
  readonly formKey: string | null
}

/** Returns the task for an action, if the user has the permission for it. */
export async function findTaskFor(
  { db }: OperationContext,
  request: Request,
  { id, action }: { id: string; action: TaskAction },
): Promise<OpenTask | Refusal> {
  const refusal = refuseWork(request.user, action)
  if (refusal !== null) return refusal
  return db.read(request, (tx) => loadTaskFor(tx, request.user, { id, action }))
}

/**
 * Loads a task within a transaction that reads more. Users who were involved in an ended task get a refusal that says
 * so.
 */
export async function loadTaskFor(
  tx: Tx,
  user: Person,
  { id, action }: { id: string; action: TaskAction },
): Promise<OpenTask | Refusal> {
  const row = isUuid(id) ? await selectTask(tx, user.workplaceId, id) : undefined
  if (row === undefined) return refuseWork(user, action) ?? noSuchTask()
  const rights = rightsOf(row)
  if (row.is_over)
    return row.ended_by === user.username ? taskIsOver() : (refuseTask(user, 'see', rights) ?? taskIsOver())
  return refuseTask(user, action, rights) ?? { ...rights, ...readPlace(row), delegation: row.delegation }
}

/** Finds an open task without a permission check, for callers whose permission comes from elsewhere. */
export async function findOpenTask(tx: Tx, workplaceId: string, id: string): Promise<OpenTask | null> {
  const row = isUuid(id) ? await selectTask(tx, workplaceId, id) : undefined
  return row === undefined || row.is_over ? null : { ...rightsOf(row), ...readPlace(row), delegation: row.delegation }
}

/**
 * Returns whether a task belongs to no process: an API client created it, it has no form, and nothing continues when it
 * ends.
 */
export function isStandalone({ definitionId }: TaskPlace): boolean {
  return definitionId === standaloneTasks.id
}

interface TaskRow {
  readonly id: string
  readonly assignee: string | null
  readonly owner: string | null
  readonly candidate_users: readonly string[]
  readonly candidate_groups: readonly string[]
  readonly is_suspended: boolean
  readonly delegation: string | null
  readonly task_key: string | null
  readonly root_id: string | null
  readonly instance_id: string | null
  readonly element_id: string | null
  readonly definition_id: string | null
  readonly form_key: string | null
  readonly process_key: string | null
  readonly is_over: boolean
  readonly ended_by: string | null
}

async function selectTask(tx: Tx, workplaceId: string, id: string): Promise<TaskRow | undefined> {
  const query = sql<TaskRow>`select id, assignee, owner, candidate_users, candidate_groups, is_suspended, delegation, task_key, root_id, instance_id, element_id, definition_id, form_key,
      ${keyOf('task')} as process_key, false as is_over, null as ended_by from task where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid
    union all select id, assignee, owner, '{}', '{}', false, null, null, null, null, null, null, null, ${keyOf('history_task')}, true, ended_by
      from history_task where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid order by is_over limit 1`
  const [row] = await tx.query<TaskRow>({ compile: () => query.compile(kysely) }, 'task_or_past')
  return row
}

function keyOf(table: 'task' | 'history_task') {
  return sql`(select d.key from process_definition d where d.workplace_id = ${sql.ref(`${table}.workplace_id`)} and d.id = ${sql.ref(`${table}.definition_id`)})`
}

/**
 * Reads the position of a task from its row.
 *
 * @throws when the task has ended.
 */
export function readPlace({
  id,
  task_key,
  root_id,
  instance_id,
  element_id,
  definition_id,
  form_key,
}: Pick<
  TaskRow,
  'id' | 'task_key' | 'root_id' | 'instance_id' | 'element_id' | 'definition_id' | 'form_key'
>): TaskPlace {
  if (root_id === null || element_id === null) throw new Error(`Expected task ${id} to be open, but it is over.`)
  return {
    id,
    taskKey: task_key ?? standaloneTasks.element,
    rootId: root_id,
    instanceId: instance_id ?? root_id,
    elementId: element_id,
    definitionId: definition_id ?? standaloneTasks.id,
    formKey: form_key,
  }
}

export function failurePlaceOf({ rootId, instanceId, elementId, taskKey }: TaskPlace): FailurePlace {
  return { rootId, instanceId, elementInstanceId: elementId, elementId: taskKey }
}

/**
 * Returns the process of a task and its current assignee, to check whether the user may act as a substitute. The assignee
 * is read from the locked state, because it may have changed since the task was loaded.
 */
export function heldOn({ tasks }: InstanceState, { id, processKey, assignee }: OpenTask): Held {
  const now = tasks.get(id)
  return { processKey, assignee: now === undefined ? assignee : now.assignee }
}

/** Checks the permission again on the task under the lock, because another change may have been faster. */
export function checkLocked(
  user: Person,
  { id, processKey }: OpenTask,
  action: TaskAction,
): (state: InstanceState) => Refusal | null {
  return ({ tasks }) => {
    const now = tasks.get(id)
    return now === undefined ? null : refuseTask(user, action, { ...now, processKey })
  }
}

import type { InstanceState } from '@millrace/engine'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FailurePlace } from '../../runtime/execute/record-failure.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchTask, refuseTask, refuseWork, type TaskAction, type TaskRights, taskIsOver } from './policy.ts'

/** A task that is open. What belongs to a process is null for one that stands alone. */
export interface OpenTask extends TaskRights {
  readonly id: string
  readonly delegation: string | null
  readonly process: TaskOfProcess | null
}

/** Where a task is in its process. */
export interface TaskOfProcess {
  readonly taskId: string
  readonly taskKey: string
  readonly rootId: string
  readonly instanceId: string
  readonly elementId: string
  readonly definitionId: string
  readonly formKey: string | null
}

/** The task that something is to be done to, when the user may do it. */
export async function findTaskFor(
  { db }: OperationContext,
  user: User,
  { id, action }: { id: string; action: TaskAction },
): Promise<OpenTask | Refusal> {
  const refusal = refuseWork(user, action)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(user), (tx) => loadTaskFor(tx, user, { id, action }))
}

/** The same within a transaction that has more to read. One that is over is told to those who had to do with it. */
export async function loadTaskFor(
  tx: Tx,
  user: User,
  { id, action }: { id: string; action: TaskAction },
): Promise<OpenTask | Refusal> {
  const row = isUuid(id) ? await selectTask(tx, user.workplaceId, id) : undefined
  if (row === undefined) return refuseWork(user, action) ?? noSuchTask()
  const task = readTask(row)
  if (row.is_over)
    return row.ended_by === user.username ? taskIsOver() : (refuseTask(user, 'see', task) ?? taskIsOver())
  return refuseTask(user, action, task) ?? task
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
  readonly is_over: boolean
  readonly ended_by: string | null
}

async function selectTask(tx: Tx, workplaceId: string, id: string): Promise<TaskRow | undefined> {
  const query = sql<TaskRow>`select id, assignee, owner, candidate_users, candidate_groups, is_suspended, delegation, task_key, root_id, instance_id, element_id, definition_id, form_key,
      false as is_over, null as ended_by from task where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid
    union all select id, assignee, owner, '{}', '{}', false, null, null, null, null, null, null, null, true, ended_by
      from history_task where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid order by is_over limit 1`
  const [row] = await tx.query<TaskRow>({ compile: () => query.compile(kysely) })
  return row
}

function readTask(row: TaskRow): OpenTask {
  const { id, assignee, owner, candidate_users, candidate_groups, is_suspended, delegation } = row
  return {
    id,
    assignee,
    owner,
    candidateUsers: candidate_users,
    candidateGroups: candidate_groups,
    isSuspended: is_suspended,
    delegation,
    process: readProcess(row),
  }
}

/** Null when the task belongs to no process. */
export function readProcess({
  id: taskId,
  task_key,
  root_id,
  instance_id,
  element_id,
  definition_id,
  form_key,
}: Pick<
  TaskRow,
  'id' | 'task_key' | 'root_id' | 'instance_id' | 'element_id' | 'definition_id' | 'form_key'
>): TaskOfProcess | null {
  if (task_key === null || root_id === null || instance_id === null || element_id === null || definition_id === null)
    return null
  return {
    taskId,
    taskKey: task_key,
    rootId: root_id,
    instanceId: instance_id,
    elementId: element_id,
    definitionId: definition_id,
    formKey: form_key,
  }
}

export function placeOf({ rootId, instanceId, elementId, taskKey }: TaskOfProcess): FailurePlace {
  return { rootId, instanceId, elementInstanceId: elementId, elementId: taskKey }
}

/** The rights again, on the task as the command finds it: somebody may have been faster. */
export function checkLocked(user: User, id: string, action: TaskAction): (state: InstanceState) => Refusal | null {
  return ({ tasks }) => {
    const now = tasks.get(id)
    return now === undefined ? null : refuseTask(user, action, now)
  }
}

import type { AnswerOf, taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { OperationContext } from '../../operations/operation-context.ts'
import { createTask } from '../../operations/tasks/create-task.ts'
import { refuseTask, rightsOf } from '../../operations/tasks/policy.ts'
import { refuseUnknown } from '../../operations/tasks/refuse-unknown.ts'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, Refusal as Refused, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'
import { findTask } from './task-queries.ts'

interface NewTask {
  readonly name: string
  readonly description: string | null
  readonly assignee: string | null
  readonly priority: number
  readonly dueAt: string | null
  readonly followUpAt: string | null
  readonly parentTaskId: string | null
}

/** Creates a standalone task that the user owns. @returns its id. */
export async function createOwnTask(
  context: OperationContext,
  request: Request,
  task: NewTask,
): Promise<{ id: string } | Refusal> {
  const { assignee, parentTaskId } = task
  const unknown = assignee === null ? null : await refuseUnknown(context, request, { kind: 'user', key: assignee })
  if (unknown !== null) return unknown
  if (parentTaskId !== null) {
    const refusal = await context.db.read(request, async (tx) => {
      const parent = await getVisibleTask(tx, request.user, parentTaskId).catch((error: unknown) => {
        if (error instanceof Refused) return error
        throw error
      })
      if (parent instanceof Refused) return parent
      return parent.ended_at === null
        ? null
        : refuse('task.over', 'Expected an open parent task, but it has ended. Create a task without a parent.')
    })
    if (refusal !== null) return refusal
  }
  const id = context.runtime.newId()
  const made = { ...task, owner: request.user.username, delegation: null, tenantId: null }
  const refusal = await createTask(context, request, { id, task: made })
  return refusal ?? { id }
}

/** Lists the open subtasks of a task: their number, and those that the user may see; and its parent task. */
export async function listSubtasks(
  { db }: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof taskCalls.subtasks>> {
  const { user } = request
  const { workplaceId } = user
  return db.read(request, async (tx) => {
    const task = await getVisibleTask(tx, user, id)
    const [rows, [above]] = await Promise.all([
      runSql<{ id: string }>(
        tx,
        sql`select id from task where workplace_id = ${workplaceId} and parent_task_id = ${task.id} order by created_at, id limit 100`,
      ),
      runSql<{ id: string | null }>(
        tx,
        sql`select parent_task_id as id from task where workplace_id = ${workplaceId} and id = ${task.id}`,
      ),
    ])
    const findSeen = async (one: string) => {
      const found = await findTask(tx, workplaceId, one)
      const isSeen =
        found !== null && (found.ended_by === user.username || refuseTask(user, 'see', rightsOf(found)) === null)
      return isSeen ? found : null
    }
    const [parent, ...found] = await Promise.all([
      above?.id == null ? null : findSeen(above.id),
      ...rows.map((row) => findSeen(row.id)),
    ])
    const shown = found.filter((part) => part !== null)
    const people = await readPeople(
      tx,
      workplaceId,
      shown.map(({ assignee }) => assignee),
    )
    return {
      parent: parent == null ? null : { id: parent.id, name: parent.name ?? parent.task_key ?? '' },
      open: rows.length,
      items: shown.map((part) => ({
        id: part.id,
        name: part.name ?? '',
        assignee: people.find(part.assignee),
        dueAt: part.due_at === null ? null : part.due_at.toISOString(),
      })),
    }
  })
}

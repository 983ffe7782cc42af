import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/** A task as actions need it. What belongs to a process is null for a task that stands alone. */
export interface FoundTask {
  readonly id: string
  readonly rootId: string | null
  readonly instanceId: string | null
  readonly elementId: string | null
  readonly definitionId: string | null
  readonly taskKey: string | null
  readonly name: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly delegation: 'PENDING' | 'RESOLVED' | null
  readonly isSuspended: boolean
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
}

export async function findTask(call: Call, id: string = pathOf(call, 'id')): Promise<FoundTask | null> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<FoundTask>(
      tx,
      sql`select id, root_id as "rootId", instance_id as "instanceId", element_id as "elementId", definition_id as "definitionId", task_key as "taskKey", name, assignee, owner, delegation,
        is_suspended as "isSuspended", candidate_users as "candidateUsers", candidate_groups as "candidateGroups" from task where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid`,
    ),
  )
  return row ?? null
}

/** @param type what Camunda calls the refusal in this call. */
export async function getTask(call: Call, type = 'NullValueException'): Promise<FoundTask> {
  return (await findTask(call)) ?? taskMissing(pathOf(call, 'id'), type)
}

/** As `getTask`; a suspended one is refused as well. */
export async function getActiveTask(call: Call, type?: string): Promise<FoundTask> {
  const task = await getTask(call, type)
  if (task.isSuspended) throw new RestRefusal(400, 'SuspendedEntityInteractionException', suspendedWords(task.id), 0)
  return task
}

export function suspendedWords(id: string): string {
  return `ENGINE-03043 task with id '${id}' is suspended.`
}

export function missingWords(id: string): string {
  return `Cannot find task with id ${id}: task is null`
}

function taskMissing(id: string, type: string): never {
  throw new RestRefusal(type === 'NotFoundException' ? 400 : 404, type, missingWords(id), 0)
}

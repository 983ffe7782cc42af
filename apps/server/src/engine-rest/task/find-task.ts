import { sql } from 'kysely'
import { standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { type Call, pathOf } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/** A task with the ids that actions need. A standalone task is its own root. */
export interface FoundTask {
  readonly id: string
  readonly rootId: string
  readonly instanceId: string
  readonly elementId: string
  readonly definitionId: string
  readonly taskKey: string
  /** Null for one that belongs to no process. */
  readonly processKey: string | null
  readonly name: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly delegation: 'PENDING' | 'RESOLVED' | null
  readonly isSuspended: boolean
  /** Evaluated. */
  readonly formKey: string | null
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
}

export async function findTask(call: Call, id: string = pathOf(call, 'id')): Promise<FoundTask | null> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<FoundTask>(
      tx,
      sql`select id, root_id as "rootId", coalesce(instance_id, root_id) as "instanceId", element_id as "elementId", coalesce(definition_id, ${standaloneTasks.id}::uuid) as "definitionId",
        (select d.key from process_definition d where d.workplace_id = task.workplace_id and d.id = task.definition_id) as "processKey", coalesce(task_key, ${standaloneTasks.element}) as "taskKey", name, assignee, owner, delegation,
        is_suspended as "isSuspended", form_key as "formKey", candidate_users as "candidateUsers", candidate_groups as "candidateGroups" from task where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid`,
    ),
  )
  return row ?? null
}

export async function getTask(call: Call): Promise<FoundTask> {
  const task = await findTask(call)
  if (task !== null) return task
  throw new RestRefusal(404, 'NullValueException', `Cannot find task with id ${pathOf(call, 'id')}: task is null`, 0)
}

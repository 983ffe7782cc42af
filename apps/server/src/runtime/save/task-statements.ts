import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { encodeFact, type FactKind } from '../history/facts.ts'
import type { Runtime } from '../runtime.ts'

/** A custom link of a user or group to a task. */
export interface TaskLink {
  readonly taskId: string
  readonly type: string
  readonly userId: string | null
  readonly groupId: string | null
}

/** Returns the statement that marks a task as changed after a comment or attachment. */
export function touchTaskStatement({ clock }: Runtime, { workplaceId }: Actor, taskId: string): Statement {
  return {
    name: 'task_touch',
    text: 'update task set updated_at = $3 where workplace_id = $1 and id = $2',
    values: [workplaceId, taskId, clock().toISOString()],
  }
}

/** Returns the statement that adds a link. It returns a row when the link is new. */
export function addTaskLinkStatement({ workplaceId }: Actor, { taskId, type, userId, groupId }: TaskLink): Statement {
  return {
    name: 'task_link_insert',
    text: `insert into task_link (workplace_id, task_id, type, user_id, group_id) values ($1, $2, $3, $4, $5) on conflict do nothing returning task_id`,
    values: [workplaceId, taskId, type, userId, groupId],
  }
}

/** Returns the statement that removes a link. It returns a row when the link existed. */
export function removeTaskLinkStatement(
  { workplaceId }: Actor,
  { taskId, type, userId, groupId }: TaskLink,
): Statement {
  return {
    name: 'task_link_delete',
    text: `delete from task_link where workplace_id = $1 and task_id = $2 and type = $3
      and user_id is not distinct from $4 and group_id is not distinct from $5 returning task_id`,
    values: [workplaceId, taskId, type, userId, groupId],
  }
}

/** Returns the statement that records a changed link in history: of the instance, or of a standalone task. */
export function taskLinkFactStatement(
  { newId, clock }: Runtime,
  { workplaceId, userId }: Actor,
  { taskId, ...data }: TaskLink & { readonly operation: 'add' | 'delete' },
): Statement {
  return {
    name: 'task_link_fact',
    text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
      select $1, coalesce(instance_id, root_id), $3, $4, $5, id, element_id, $6, $7 from task where workplace_id = $1 and id = $2`,
    values: [
      workplaceId,
      taskId,
      newId(),
      clock().toISOString(),
      'task-link' satisfies FactKind,
      userId,
      encodeFact({ kind: 'task-link', data }),
    ],
  }
}

/** Returns the statement that deletes all links of ended tasks. */
export function dropTaskLinksStatement(workplaceId: string, taskIds: readonly string[]): Statement {
  return {
    name: 'task_link_drop',
    text: 'delete from task_link where workplace_id = $1 and task_id = any($2::uuid[])',
    values: [workplaceId, taskIds],
  }
}

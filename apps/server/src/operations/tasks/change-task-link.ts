import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { noInstance } from '../../runtime/execute/standalone-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'
import { findTaskFor, type OpenTask } from './task.ts'
import { touchTask } from './touch-task.ts'

/** Somebody, or a group, that has to do with a task: in the roles that the engine knows, or in one of the user's own. */
export interface TaskLink {
  readonly userId: string | null
  readonly groupId: string | null
  /** `assignee`, `owner`, `candidate`, or any other. */
  readonly type: string
}

export interface LinkChange {
  readonly id: string
  readonly link: TaskLink
  readonly operation: 'add' | 'delete'
}

/** Adds or removes one that has to do with a task. Null when it is done. */
export async function changeTaskLink(
  context: OperationContext,
  user: User,
  { id, link, operation }: LinkChange,
): Promise<Refusal | null> {
  const isAdded = operation === 'add'
  const action = 'edit'
  switch (link.type) {
    case 'assignee':
      return changeOneTask(context, user, {
        id,
        action,
        changeOf: () => fields(id, { assignee: isAdded ? link.userId : null }, 'Assign'),
      })
    case 'owner':
      return changeOneTask(context, user, {
        id,
        action,
        changeOf: () => fields(id, { owner: isAdded ? link.userId : null }, 'SetOwner'),
      })
    case 'candidate':
      return changeOneTask(context, user, {
        id,
        action,
        changeOf: (task) => fields(id, candidatesOf(task, link, isAdded), 'Candidates'),
      })
    default:
      return writeLink(context, user, { id, link, operation })
  }
}

function candidatesOf(task: OpenTask, { userId, groupId }: TaskLink, isAdded: boolean) {
  const alter = (ids: readonly string[], id: string) => [
    ...ids.filter((other) => other !== id),
    ...(isAdded ? [id] : []),
  ]
  return userId === null
    ? { candidateGroups: alter(task.candidateGroups, groupId ?? '') }
    : { candidateUsers: alter(task.candidateUsers, userId) }
}

/** A role of the user's own naming: kept beside the task, and in history as a fact. */
async function writeLink(
  context: OperationContext,
  user: User,
  { id, link, operation }: LinkChange,
): Promise<Refusal | null> {
  const task = await findTaskFor(context, user, { id, action: 'edit' })
  if (task instanceof Refusal) return task
  const { db, runtime, clock } = context
  const { workplaceId, username } = user
  const { type, userId, groupId } = link
  const { instanceId, elementId } = task.process ?? { instanceId: noInstance, elementId: null }
  const data = JSON.stringify({ ...link, operation })
  await db.withTransaction(actorOf(user), async (tx) => {
    const [changed] = await tx.batch([
      {
        name: `task_link_${operation}`,
        text:
          operation === 'add'
            ? 'insert into task_link (workplace_id, task_id, type, user_id, group_id) values ($1, $2, $3, $4, $5) on conflict do nothing returning task_id'
            : 'delete from task_link where workplace_id = $1 and task_id = $2 and type = $3 and user_id is not distinct from $4 and group_id is not distinct from $5 returning task_id',
        values: [workplaceId, id, type, userId, groupId],
      },
    ])
    if (changed?.[0] === undefined) return
    await tx.commit([
      touchTask(context.runtime, user, id),
      {
        name: 'task_link_fact',
        text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data) values ($1, $2, $3, $4, 'task-link', $5, $6, $7, $8)`,
        values: [workplaceId, instanceId, runtime.newId(), clock().toISOString(), id, elementId, username, data],
      },
    ])
  })
  return null
}

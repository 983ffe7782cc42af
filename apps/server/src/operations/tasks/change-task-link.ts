import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { linkTask } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'
import { findTaskFor } from './task.ts'

/** A link of a user or group to a task, of a type of the engine such as `candidate`, or of a custom type. */
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

/** Adds or removes a link of a user or group to a task. Returns null on success, otherwise a refusal. */
export async function changeTaskLink(
  context: OperationContext,
  request: Request,
  { id, link, operation }: LinkChange,
): Promise<Refusal | null> {
  const isAdded = operation === 'add'
  switch (link.type) {
    case 'assignee':
      return changeOneTask(context, request, {
        id,
        action: 'edit',
        commandOf: () => fields(id, { assignee: isAdded ? link.userId : null }, 'Assign'),
      })
    case 'owner':
      return changeOneTask(context, request, {
        id,
        action: 'edit',
        commandOf: () => fields(id, { owner: isAdded ? link.userId : null }, 'SetOwner'),
      })
    case 'candidate':
      return changeOneTask(context, request, {
        id,
        action: 'share',
        commandOf: () => ({ type: 'changeCandidate', taskId: id, candidate: candidateOf(link), isAdded }),
      })
    default:
      return writeLink(context, request, { id, link, operation })
  }
}

function candidateOf({ userId, groupId }: TaskLink) {
  return userId === null ? { groupId: groupId ?? '' } : { userId }
}

/** Returns a role of the user's own naming: kept beside the task, and in history as a fact. */
async function writeLink(
  context: OperationContext,
  request: Request,
  { id, link, operation }: LinkChange,
): Promise<Refusal | null> {
  const task = await findTaskFor(context, request, { id, action: 'edit' })
  if (task instanceof Refusal) return task
  await linkTask(context.runtime, actorOf(request), { taskId: id, ...link, operation })
  return null
}

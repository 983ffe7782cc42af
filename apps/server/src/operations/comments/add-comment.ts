import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAboutTask } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { refuseComment } from './policy.ts'
import { findKnownTask } from './subject.ts'

export interface NewComment {
  readonly taskId: string
  /** As the caller names it. */
  readonly instanceId: string | null
  readonly message: string
}

/** Writes about a task. @returns the id of the comment. */
export async function addComment(
  context: OperationContext,
  user: User,
  { taskId, instanceId, message }: NewComment,
): Promise<string | Refusal> {
  const refusal = await refuseComment(context, user, { by: 'task', id: taskId })
  if (refusal !== null) return refusal
  const { db, runtime, clock } = context
  const id = runtime.newId()
  const task = await db.read(user, (tx) => findKnownTask(tx, user, taskId))
  if (task === null) return noSuchTask()
  const rootId = task.isOpen ? task.rootId : null
  await writeAboutTask(runtime, actorOf(user), task.id, {
    name: 'task_comment_insert',
    text: 'insert into task_comment (workplace_id, id, task_id, instance_id, root_id, user_id, message, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [user.workplaceId, id, task.id, instanceId, rootId, user.username, message, clock().toISOString()],
  })
  return id
}

import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchAttachment, refuseComment } from './policy.ts'

/** Deletes an attachment of a task. Null when it is done. */
export async function deleteAttachment(
  context: OperationContext,
  user: User,
  { taskId, id }: { taskId: string; id: string },
): Promise<Refusal | null> {
  const refusal = await refuseComment(context, user, { by: 'task', id: taskId })
  if (refusal !== null) return refusal
  const [rows] = await context.db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'task_attachment_delete',
        text: 'delete from task_attachment where workplace_id = $1 and task_id = $2 and id = $3 returning id',
        values: [user.workplaceId, taskId, id],
      },
    ]),
  )
  return rows?.[0] === undefined ? noSuchAttachment() : null
}

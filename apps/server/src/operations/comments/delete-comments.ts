import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { refuseComment } from './policy.ts'
import { columns, findKnownTask, type Subject } from './subject.ts'

/** Deletes one comment, or all of a task or instance. One that is not there is as good as deleted. Null when it is done. */
export async function deleteComments(
  context: OperationContext,
  user: User,
  { of, id }: { of: Subject; id: string | null },
): Promise<Refusal | null> {
  const refusal = await refuseComment(context, user, of)
  if (refusal !== null) return refusal
  return context.db.withTransaction(actorOf(user), async (tx) => {
    if (of.by === 'task' && (await findKnownTask(tx, user, of.id)) === null) return noSuchTask()
    await tx.batch([
      {
        name: `task_comment_delete_${of.by}`,
        text: `delete from task_comment where workplace_id = $1 and ${columns[of.by]} = $2 and ($3::uuid is null or id = $3)`,
        values: [user.workplaceId, of.id, id],
      },
    ])
    return null
  })
}

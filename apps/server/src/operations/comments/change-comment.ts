import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { noSuchComment, refuseComment } from './policy.ts'
import { columns, findKnownTask, type Subject } from './subject.ts'

export interface CommentChange {
  readonly of: Subject
  readonly id: string
  readonly message: string
}

/** Writes a comment anew. Null when it is done. */
export async function changeComment(
  context: OperationContext,
  user: User,
  { of, id, message }: CommentChange,
): Promise<Refusal | null> {
  const refusal = await refuseComment(context, user, of)
  if (refusal !== null) return refusal
  return context.db.withTransaction(actorOf(user), async (tx) => {
    if (of.by === 'task' && (await findKnownTask(tx, user, of.id)) === null) return noSuchTask()
    const [rows] = await tx.batch([
      {
        name: `task_comment_change_${of.by}`,
        text: `update task_comment set message = $4 where workplace_id = $1 and ${columns[of.by]} = $2 and id = $3 returning id`,
        values: [user.workplaceId, of.id, id, message],
      },
    ])
    return rows?.[0] === undefined ? noSuchComment() : null
  })
}

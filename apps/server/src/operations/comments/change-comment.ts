import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAbout } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { findMentioned } from './mentions.ts'
import { refuseComment, refuseOthers } from './policy.ts'
import { mentionStatements } from './statements.ts'
import { columns, findPlace, type Subject } from './subject.ts'

export interface CommentChange {
  readonly of: Subject
  readonly id: string
  readonly message: string
}

/**
 * Changes the text of a comment. Users may change their own comments, process administrators all. Returns null on
 * success, otherwise a refusal.
 */
export async function changeComment(
  context: OperationContext,
  request: Request,
  { of, id, message }: CommentChange,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = (await refuseComment(context, request, of)) ?? (await refuseOthers(context, request, { of, id }))
  if (refusal !== null) return refusal
  const { db, runtime, clock } = context
  const { workplaceId, username } = user
  const read = await db.read(request, async (tx) => {
    const place = await findPlace(tx, user, of)
    return place instanceof Refusal ? place : findMentioned(tx, user, of, message)
  })
  if (read instanceof Refusal) return read
  const at = clock()
  return writeAbout(runtime, actorOf(request), of, [
    {
      name: `task_comment_change_${of.by}`,
      text: `update task_comment set message = $4, edited_at = $5 where workplace_id = $1 and ${columns[of.by]} = $2 and id = $3`,
      values: [workplaceId, of.id, id, message, at.toISOString()],
    },
    ...mentionStatements({ workplaceId, commentId: id, users: read, by: username, at }),
  ])
}

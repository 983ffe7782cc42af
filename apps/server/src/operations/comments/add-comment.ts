import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAbout } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { findMentioned } from './mentions.ts'
import { refuseComment } from './policy.ts'
import { insertCommentStatement, mentionStatements } from './statements.ts'
import { findPlace, type Subject } from './subject.ts'

export interface NewComment {
  readonly of: Subject
  /** A further instance at which the comment is shown, for API clients; missing: the instance of the task. */
  readonly instanceId?: string | null
  readonly message: string
}

/**
 * Adds a comment to a task or an instance, and notifies mentioned users.
 *
 * @returns the id of the comment.
 */
export async function addComment(
  context: OperationContext,
  request: Request,
  { of, instanceId, message }: NewComment,
): Promise<string | Refusal> {
  const { user } = request
  const refusal = await refuseComment(context, request, of)
  if (refusal !== null) return refusal
  const { db, runtime, clock } = context
  const { workplaceId, username } = user
  const id = runtime.newId()
  const read = await db.read(request, async (tx) => {
    const place = await findPlace(tx, user, of)
    return place instanceof Refusal ? place : { place, users: await findMentioned(tx, user, of, message) }
  })
  if (read instanceof Refusal) return read
  const { place, users } = read
  if (typeof instanceId === 'string' && instanceId !== place.instanceId) {
    const elsewhere = await refuseComment(context, request, { by: 'instance', id: instanceId })
    if (elsewhere !== null) return elsewhere
  }
  const row = {
    ...{ workplaceId, id, username, message, at: clock() },
    taskId: of.by === 'task' ? of.id : null,
    instanceId: instanceId === undefined ? place.instanceId : instanceId,
    rootId: place.isOpen ? place.rootId : null,
  }
  const mentions = mentionStatements({ workplaceId, commentId: id, users, by: username, at: row.at })
  const statements = [insertCommentStatement(row), ...(users.length === 0 ? [] : mentions)]
  return (await writeAbout(runtime, actorOf(request), of, statements)) ?? id
}

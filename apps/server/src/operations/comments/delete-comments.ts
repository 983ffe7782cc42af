import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAbout } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseComment, refuseOthers } from './policy.ts'
import { columns, findPlace, type Subject } from './subject.ts'

/**
 * Deletes one comment, or all comments of a task or instance. Users can delete their own comments, operators all. A
 * missing comment counts as deleted. Returns null on success, otherwise a refusal.
 */
export async function deleteComments(
  context: OperationContext,
  request: Request,
  { of, id }: { of: Subject; id: string | null },
): Promise<Refusal | null> {
  const refusal = await refuseComment(context, request, of)
  if (refusal !== null) return refusal
  const others = await refuseOthers(context, request, { of, id })
  if (others !== null && (id === null || others.code !== 'thing.not-found')) return others
  const place = await context.db.read(request, (tx) => findPlace(tx, request.user, of))
  if (place instanceof Refusal) return of.by === 'task' ? place : null
  await writeAbout(context.runtime, actorOf(request), of, [
    {
      name: `task_comment_delete_${of.by}`,
      text: `delete from task_comment where workplace_id = $1 and ${columns[of.by]} = $2 and ($3::uuid is null or id = $3)`,
      values: [request.workplaceId, of.id, id],
    },
  ])
  return null
}

import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseNotices } from './policy.ts'

/** Marks all notifications of the user up to a time as read. Returns null on success, otherwise a refusal. */
export async function markAllRead(
  { db, clock, runtime }: OperationContext,
  request: Request,
  until: string,
): Promise<Refusal | null> {
  const refusal = refuseNotices(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId, username } = request.user
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'notice_mark_all',
        text: 'update notice set read_at = $4 where workplace_id = $1 and user_id = $2 and is_shown and read_at is null and created_at <= $3',
        values: [workplaceId, userId, until, clock().toISOString()],
      },
    ]),
  )
  runtime.announceChanges?.({ workplaceId, roots: new Set(), tasks: new Set(), people: new Set([`n:${username}`]) })
  return null
}

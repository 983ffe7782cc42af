import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseNotices } from './policy.ts'

export interface NoticeMark {
  /** The ids of notifications. Notifications of other users and deleted ones are ignored. */
  readonly ids: readonly string[]
  readonly isRead: boolean
}

/** Marks notifications as read or unread. Returns null on success, otherwise a refusal. */
export async function markNotices(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { ids, isRead }: NoticeMark,
): Promise<Refusal | null> {
  const refusal = refuseNotices(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId, username } = request.user
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'notice_mark',
        text: `update notice set read_at = $4 where workplace_id = $1 and user_id = $2 and id = any($3::uuid[]) and is_read is distinct from ($4::timestamptz is not null)`,
        values: [workplaceId, userId, ids, isRead ? clock().toISOString() : null],
      },
    ]),
  )
  // His other windows count anew.
  runtime.announceChanges?.({ workplaceId, roots: new Set(), tasks: new Set(), people: new Set([`n:${username}`]) })
  return null
}

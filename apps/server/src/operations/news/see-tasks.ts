import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseNews } from './policy.ts'

/**
 * Remembers that the user has seen what came to them up to an instant. What they have seen they do not see again: an
 * earlier instant changes nothing, and a later one than now counts as now. Returns null on success, otherwise a
 * refusal.
 */
export async function seeTasks(
  { db, clock }: OperationContext,
  request: Request,
  until: string,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseNews(user)
  if (refusal !== null) return refusal
  const seen_at = new Date(Math.min(Date.parse(until), clock().getTime()))
  await db.withTransaction(actorOf(request), (tx) =>
    tx.query(
      kysely
        .insertInto('task_seen')
        .values({ workplace_id: user.workplaceId, user_id: user.id, seen_at })
        .onConflict((conflict) =>
          conflict
            .columns(['workplace_id', 'user_id'])
            .doUpdateSet({ seen_at: sql<Date>`greatest(task_seen.seen_at, excluded.seen_at)` }),
        ),
    ),
  )
  return null
}

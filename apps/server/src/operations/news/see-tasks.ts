import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseNews } from './policy.ts'

/**
 * Stores the time up to which the user has seen their news. An earlier time than the stored one changes nothing, and a
 * time in the future counts as now. Returns null on success, otherwise a refusal.
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

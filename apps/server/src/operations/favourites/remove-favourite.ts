import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseFavourite } from './policy.ts'

/**
 * Removes a favourite of the user. Does nothing when it does not exist. Returns null on success, otherwise a refusal.
 */
export async function removeFavourite(
  { db }: OperationContext,
  request: Request,
  key: string,
): Promise<Refusal | null> {
  const refusal = refuseFavourite(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  await db.withTransaction(actorOf(request), (tx) =>
    tx.query(
      kysely
        .deleteFrom('process_favourite')
        .where('workplace_id', '=', workplaceId)
        .where('username', '=', username)
        .where('process_key', '=', key),
    ),
  )
  return null
}

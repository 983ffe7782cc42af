import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseLinkKeeper } from './policy.ts'

/**
 * Ends a public link. Instances that it started continue. Returns null on success or when it had already ended,
 * otherwise a refusal.
 */
export async function endFormLink(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseLinkKeeper(user)
  if (refusal !== null) return refusal
  const ended = await db.withTransaction(actorOf(request), async (tx) =>
    isUuid(id)
      ? tx.query(
          kysely
            .updateTable('form_link')
            .set(({ fn, val }) => ({
              ended_at: fn.coalesce('ended_at', val(clock())),
              ended_by: fn.coalesce('ended_by', val(user.username)),
            }))
            .where('workplace_id', '=', user.workplaceId)
            .where('id', '=', id)
            .returning('id'),
        )
      : [],
  )
  return ended.length > 0 ? null : refuse('thing.not-found', 'Expected a public link, but there is none with this id.')
}

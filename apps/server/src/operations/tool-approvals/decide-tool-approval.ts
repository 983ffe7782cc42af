import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Approves or refuses a request of an assistant, for the user whom it asks. Only a browser may do so (the call's scope):
 * an assistant with a token of the user cannot approve its own request. Returns null on success, otherwise a refusal.
 */
export async function decideToolApproval(
  { db }: OperationContext,
  request: Request,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
): Promise<Refusal | null> {
  const { workplaceId } = request
  const state = isApproved ? 'approved' : 'refused'
  if (!isUuid(id)) return noSuchRequest()
  return db.withTransaction(actorOf(request), async (tx) => {
    const changed = await runSql(
      tx,
      sql`update tool_use set state = ${state} where workplace_id = ${workplaceId} and id = ${id}
        and user_id = ${request.user.id} and state = 'waiting' returning id`,
    )
    return changed.length === 0 ? noSuchRequest() : null
  })
}

function noSuchRequest(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a request that waits for your approval, but there is none with this id. It may have been answered, or be older than an hour.',
  )
}

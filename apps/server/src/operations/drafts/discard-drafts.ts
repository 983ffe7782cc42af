import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseOwnDrafts } from './policy.ts'

/**
 * Deletes drafts of the user by their ids, also of forms to which the user has lost access.
 *
 * @returns the number of deleted drafts. Drafts of other users are ignored.
 */
export async function discardDrafts(
  { db }: OperationContext,
  request: Request,
  ids: readonly string[],
): Promise<number | Refusal> {
  const refusal = refuseOwnDrafts(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const gone = await runSql(
      tx,
      sql`delete from form_draft where workplace_id = ${workplaceId} and user_id = ${userId} and id = any(${[...ids]}::uuid[]) returning id`,
    )
    return gone.length
  })
}

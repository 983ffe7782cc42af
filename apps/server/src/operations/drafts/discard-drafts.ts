import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseOwnDrafts } from './policy.ts'

/**
 * Throws drafts of the user away by their ids, also of forms that they may open no more.
 *
 * @returns how many there were; those of others count as none.
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

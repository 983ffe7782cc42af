import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from './accounts.ts'
import { refuseUser } from './policy.ts'

/**
 * Sets the manager of a user, who gets tasks that are for the manager; null: none. Returns null on success, otherwise a
 * refusal.
 */
export async function setManager(
  { db, clock }: OperationContext,
  request: Request,
  { ref, username }: { readonly ref: AccountRef; readonly username: string | null },
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'arrange')
  if (early !== null) return early
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const missing = refuseUser(user, 'arrange', account)
    if (missing !== null) return missing
    const [manager] = await runSql<{ id: string }>(
      tx,
      sql`select id from app_user where workplace_id = ${workplaceId} and username = ${username}`,
    )
    if (username !== null && manager === undefined)
      return refuse('thing.not-found', `Expected a user “${username}”, but there is none. Choose an existing one.`)
    if (manager?.id === account.id)
      return refuse('user.own-manager', 'Expected another user as the manager. Users cannot be their own manager.')
    await runSql(
      tx,
      sql`update app_user set manager_id = ${manager?.id ?? null}, revision = revision + (manager_id is distinct from ${manager?.id ?? null}::uuid)::int, updated_at = ${clock().toISOString()}, updated_by = ${user.username}
        where workplace_id = ${workplaceId} and id = ${account.id}`,
    )
    return null
  })
}

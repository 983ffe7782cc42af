import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lastAdministrator, lockAccount, lockAdministrators, noSuchUser } from '../users/accounts.ts'
import { refuseManaging } from '../users/manage-account.ts'
import type { RoleMembership } from './add-role-member.ts'
import { findRole, refuseRoleKeeper } from './policy.ts'

/**
 * Takes a role from a user, under each name by which it may be stored. The last administrator of a workplace keeps
 * RoleAdmin.
 *
 * @returns null on success.
 */
export async function removeRoleMember(
  { db }: OperationContext,
  request: Request,
  { roleName, id }: RoleMembership,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseRoleKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const found = await findRole(tx, workplaceId, roleName)
    if (found instanceof Refusal) return found
    const administrators = found.role === 'RoleAdmin' ? await lockAdministrators(tx, workplaceId) : []
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    const missing = refuseManaging(user, account)
    if (missing !== null) return missing
    if (administrators.length === 1 && administrators[0] === account.id) return lastAdministrator()
    const removed = await runSql(
      tx,
      sql`delete from user_role where workplace_id = ${workplaceId} and user_id = ${id} and role = any(${[...found.names]}::text[]) returning role`,
    )
    return removed.length > 0
      ? null
      : refuse(
          'thing.not-found',
          `Expected a user with the role ${roleName}, but ${account.username} does not have it.`,
        )
  })
}

import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAccount, noSuchUser, readAccount } from '../users/accounts.ts'
import { refuseManaging } from '../users/manage-account.ts'
import { findRole, refuseRoleKeeper } from './policy.ts'

export interface RoleMembership {
  /** The name of a built-in role, or the key of an own role. */
  readonly roleName: string
  /** The id of the user. */
  readonly id: string
}

/**
 * Gives a user a role. Refuses where the account has, or would get, a right that the caller does not have.
 *
 * @returns null on success.
 */
export async function addRoleMember(
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
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    const missing = refuseManaging(user, account)
    if (missing !== null) return missing
    const added = await runSql(
      tx,
      sql`insert into user_role (workplace_id, user_id, role) select ${workplaceId}, ${id}, ${roleName}
        where not exists (select from user_role where workplace_id = ${workplaceId} and user_id = ${id} and role = any(${[...found.names]}::text[]))
        returning role`,
    )
    if (added.length === 0)
      return refuse(
        'thing.exists',
        `Expected a user without the role ${roleName}, but ${account.username} has it already.`,
      )
    const after = await readAccount(tx, user, account.username)
    return after === null ? noSuchUser() : refuseManaging(user, after)
  })
}

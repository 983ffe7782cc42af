import { listNamesOf } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAccount, noSuchUser } from '../users/accounts.ts'
import { refuseManaging } from '../users/manage-account.ts'
import { getKeptRole } from './policy.ts'

export interface RoleMembership {
  readonly roleName: string
  /** The id of the user. */
  readonly id: string
}

/**
 * Returns a user a role. Refuses where the account has, or would get, a right that the caller does not have.
 *
 * @returns null on success.
 */
export async function addRoleMember(
  { db }: OperationContext,
  request: Request,
  { roleName, id }: RoleMembership,
): Promise<Refusal | null> {
  const { user } = request
  const role = getKeptRole(user, roleName)
  if (role instanceof Refusal) return role
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    const missing =
      refuseManaging(user, account) ?? refuseManaging(user, { ...account, roles: [...account.roles, role] })
    if (missing !== null) return missing
    const added = await runSql(
      tx,
      sql`insert into user_role (workplace_id, user_id, role) select ${workplaceId}, ${id}, ${role}
        where not exists (select from user_role where workplace_id = ${workplaceId} and user_id = ${id} and role = any(${listNamesOf(role)}::text[]))
        returning role`,
    )
    return added.length > 0
      ? null
      : refuse('thing.exists', `Expected a user without the role ${role}, but ${account.username} has it already.`)
  })
}

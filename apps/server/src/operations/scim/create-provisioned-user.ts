import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAdministrators } from '../users/accounts.ts'
import { createAccount } from '../users/create-user.ts'
import { writeDisabled } from '../users/disable-user.ts'
import { refuseUser } from '../users/policy.ts'
import { isDeleted, isOtherPerson, writeIdentity } from './identity.ts'
import { placeProvisionedUser } from './place-provisioned-user.ts'
import {
  findProvisionedManager,
  type ProvisionedUser,
  provisioningReason,
  writeProvisionedUser,
} from './provisioned-user.ts'

/**
 * Creates a user for a provisioning client. If a client has deleted this user, the user is restored with their history
 * instead, unless the external ids differ: then the name is taken, because another person must not get that history.
 * Refuses as `createUser` does: nobody can give a permission that they lack.
 *
 * @returns the id.
 */
export async function createProvisionedUser(
  { db, clock, runtime }: OperationContext,
  request: Request,
  wanted: ProvisionedUser,
): Promise<string | Refusal> {
  const { user } = request
  const early = refuseUser(user, 'create')
  if (early !== null) return early
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx): Promise<string | Refusal> => {
    const administrators = await lockAdministrators(tx, workplaceId)
    const [leaver] = await runSql<{ id: string }>(
      tx,
      sql`select id from app_user where workplace_id = ${workplaceId} and username_key = lower(${wanted.username})`,
    )
    if (leaver !== undefined && (await isDeleted(tx, { workplaceId, kind: 'user', id: leaver.id }))) {
      if (await isOtherPerson(tx, workplaceId, leaver.id, wanted.externalId)) return nameOfLeaver()
      const refusal = await writeProvisionedUser(tx, user, { id: leaver.id, administrators, wanted, now: clock() })
      if (refusal !== null) return refusal
      await placeProvisionedUser(tx, user, { wanted, now: clock(), newId: runtime.newId })
      return leaver.id
    }
    const manager = await findProvisionedManager(tx, workplaceId, wanted.manager)
    if (manager instanceof Refusal) return manager
    const { username, firstName, lastName, email, roles } = wanted
    const account = await createAccount(tx, user, {
      ...{ id: runtime.newId(), at: clock(), hash: null, password: null },
      ...{ username, firstName, lastName, email, manager },
      ...(roles === undefined ? {} : { roles: roles.builtIn, ownRoles: roles.own }),
    })
    if (account instanceof Refusal) return account
    await writeIdentity(tx, { workplaceId, kind: 'user', id: account.id }, wanted.externalId)
    await placeProvisionedUser(tx, user, { wanted, now: clock(), newId: runtime.newId })
    if (wanted.isActive) return account.id
    return (
      (await writeDisabled(tx, user, { account, administrators, reason: provisioningReason, now: clock() })) ??
      account.id
    )
  })
}

function nameOfLeaver(): Refusal {
  const message =
    'Expected a user name that nobody had, but a user with another external id was deleted under this name. Choose another user name, or erase the earlier user.'
  return refuse('thing.name-taken', message, [{ where: 'username', message }], 'user')
}

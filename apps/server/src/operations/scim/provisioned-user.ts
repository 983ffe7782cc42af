import type { Role } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { listGivenOwnRoles } from '../own-roles/give-own-roles.ts'
import { isEmergencyUser } from '../sessions/mark-emergency.ts'
import { type AccountChange, writeAccountChange } from '../users/account-change.ts'
import { type Account, lockAccount, noSuchUser, readAccount } from '../users/accounts.ts'
import { writeDisabled } from '../users/disable-user.ts'
import { markAccountChanged, readAccountState, readGivenRoles } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import { writeRestored } from '../users/restore-user.ts'
import { writeIdentity } from './identity.ts'

/** The values of a user that a provisioning client sends. */
export interface ProvisionedUser {
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly isActive: boolean
  readonly externalId: string | null
  /** Names of roles and keys of own roles; undefined: they stay. */
  readonly roles?: { readonly builtIn: readonly Role[]; readonly own: readonly string[] } | undefined
  /** The id of the manager; null: no manager; undefined: unchanged. */
  readonly manager?: string | null | undefined
}

/** The reason that is stored when a provisioning client disables a user or group. */
export const provisioningReason = 'Disabled by the provisioning client (SCIM)'

interface Writing {
  readonly id: string
  readonly administrators: readonly string[]
  readonly wanted: ProvisionedUser
  readonly now: Date
  /** Undefined: any. */
  readonly revision?: number | undefined
}

/**
 * Writes the values of a user that a provisioning client has sent. The caller has locked the administrators. Checks the
 * same permissions as `editUser`.
 */
export async function writeProvisionedUser(
  tx: Tx,
  user: Person,
  { id, administrators, wanted, now, revision }: Writing,
): Promise<Refusal | null> {
  const account = await lockAccount(tx, user, { id })
  if (account === null) return noSuchUser()
  const refusal = refuseUser(user, 'keep', account) ?? (await refuseEmergency(tx, account))
  if (refusal !== null) return refusal
  const state = await readAccountState(tx, account)
  if (revision !== undefined && revision !== state.revision)
    return refuse('thing.changed', 'Expected the version that was read, but the user was changed since. Read it again.')
  if (wanted.username.toLowerCase() !== account.username.toLowerCase())
    return refuse('request.invalid', sameName, [{ where: immutableName, message: sameName }])
  const isDisabled = state.status === 'disabled'
  const restored = isDisabled && wanted.isActive ? await writeRestored(tx, user, { account, now }) : null
  if (restored !== null) return restored
  const change = await findChange(tx, account, wanted)
  if (change instanceof Refusal) return change
  if (Object.keys(change).length > 0) {
    const refused = await writeAccountChange(tx, user, { account, administrators, change })
    if (refused !== null) return refused
    await markAccountChanged(tx, user, account, now)
  }
  await writeIdentity(tx, { workplaceId: account.workplaceId, kind: 'user', id }, wanted.externalId)
  const after = await readAccount(tx, user, account.username)
  const excess = after === null ? noSuchUser() : refuseUser(user, 'keep', after)
  if (excess !== null || isDisabled || wanted.isActive) return excess
  return writeDisabled(tx, user, { account, administrators, reason: provisioningReason, now })
}

/** The SCIM attribute that clients cannot change, because tasks, history and authorizations refer to users by it. */
export const immutableName = 'userName'
const sameName = 'Expected the same userName, because it cannot change after the user was created.'

/** Returns the differences: a client that sends the same values again changes nothing. */
async function findChange(tx: Tx, account: Account, wanted: ProvisionedUser): Promise<AccountChange | Refusal> {
  const manager = await findProvisionedManager(tx, account.workplaceId, wanted.manager)
  if (manager instanceof Refusal) return manager
  const [held] = await runSql<{ manager: string | null }>(
    tx,
    sql`select m.username as manager from app_user u left join app_user m on m.workplace_id = u.workplace_id and m.id = u.manager_id
      where u.workplace_id = ${account.workplaceId} and u.id = ${account.id}`,
  )
  const { roles } = wanted
  const isOther = <T>(now: readonly T[], next: readonly T[]) =>
    now.length !== next.length || next.some((one) => !now.includes(one))
  const [builtIn, own] = [await readGivenRoles(tx, account), await listGivenOwnRoles(tx, account)]
  return {
    ...((account.firstName ?? null) === wanted.firstName ? {} : { firstName: wanted.firstName }),
    ...((account.lastName ?? null) === wanted.lastName ? {} : { lastName: wanted.lastName }),
    ...((account.email ?? null) === wanted.email ? {} : { email: wanted.email }),
    ...(manager === undefined || manager === (held?.manager ?? null) ? {} : { manager }),
    ...(roles !== undefined && isOther(builtIn, roles.builtIn) ? { roles: roles.builtIn } : {}),
    ...(roles !== undefined && isOther(own, roles.own) ? { ownRoles: roles.own } : {}),
  }
}

/** Returns the user name of a manager by their id. Refuses with `request.invalid`. */
export async function findProvisionedManager(
  tx: Tx,
  workplaceId: string,
  id: string | null | undefined,
): Promise<string | null | undefined | Refusal> {
  if (id == null) return id
  const [found] = isUuid(id)
    ? await runSql<{ username: string }>(
        tx,
        sql`select username from app_user where workplace_id = ${workplaceId} and id = ${id}`,
      )
    : []
  return (
    found?.username ?? refuse('request.invalid', 'Expected the id of a user as the manager, but there is none with it.')
  )
}

/** Refuses to change the emergency administrator. */
export async function refuseEmergency(tx: Tx, { username }: Account): Promise<Refusal | null> {
  return (await isEmergencyUser(tx, username))
    ? refuse(
        'right.missing',
        'Expected another user: provisioning clients cannot change the emergency administrator of the workplace.',
      )
    : null
}

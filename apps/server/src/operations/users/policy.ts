import type { Role } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole, needScope } from '../rights.ts'
import type { Account } from './accounts.ts'
import { refuseManaging } from './manage-account.ts'

/**
 * The actions on accounts. `arrange` changes the manager and substitutes, who get the tasks of the user but not the
 * permissions. `unlock` and `send-link` give access only to the user of the account. `keep` includes everything that
 * only user administrators do, also on their own account: roles, groups, disabling and restoring, ending sessions and
 * API tokens.
 */
export type UserAction =
  | 'read'
  | 'create'
  | 'change'
  | 'keep'
  | 'arrange'
  | 'unlock'
  | 'send-link'
  | 'set-password'
  | 'reset-factors'
  | 'delete'

/** The facts on which the permissions for an account depend. */
export type AccountRights = Pick<Account, 'id' | 'roles' | 'authorizations' | 'grants'>

/**
 * Checks that the user may perform an action on an account. User administrators may change accounts, but only
 * administrators may change accounts of administrators, and taking control of an account requires all of its rights.
 * Returns null if so, otherwise a refusal.
 */
export function refuseUser(user: Person, action: UserAction, account: AccountRights | null = null): Refusal | null {
  if (account === null) return needRole(user, action === 'create' || action === 'read' ? keepers : anyKeeper)
  if (account.id === user.id && (action === 'read' || action === 'change'))
    return needScope(user, action === 'read' ? 'read' : 'administer')
  const isAdministrator = account.roles.includes('RoleAdmin') && !ofAnyAccount.has(action)
  const refusal = needRole(user, isAdministrator ? ['RoleAdmin'] : keepers)
  return refusal ?? (givesControl[action] ? refuseManaging(user, account) : null)
}

/** Actions that user administrators may also do with accounts of administrators. */
const ofAnyAccount: ReadonlySet<UserAction> = new Set(['unlock', 'send-link', 'read'])

/** Actions after which the caller can act as the account, or has changed its permissions. */
const givesControl = {
  read: false,
  create: true,
  change: true,
  keep: true,
  arrange: false,
  unlock: false,
  'send-link': false,
  'set-password': true,
  'reset-factors': true,
  delete: true,
} as const satisfies Record<UserAction, boolean>

const keepers: readonly Role[] = ['RoleUserAdmin']
/** The roles that may do it for some account, checked before an account is loaded. */
const anyKeeper: readonly Role[] = ['RoleUserAdmin', 'RoleAdmin']

/**
 * Checks that the user may check whether a password is correct: their own password, or any password as a user
 * administrator. Returns null if so, otherwise a refusal.
 */
export function refusePasswordCheck(user: Person, username: string): Refusal | null {
  return username === user.username ? needScope(user, 'administer') : needRole(user, keepers)
}

/** Checks that the user may manage groups, tenants and their members. Returns null if so, otherwise a refusal. */
export function refuseIdentity(user: Person): Refusal | null {
  return needRole(user, keepers)
}

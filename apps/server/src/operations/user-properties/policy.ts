import type { UserPropertyEditors, UserPropertyViewers } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole, needScope } from '../rights.ts'
import { type AccountRights, refuseUser } from '../users/policy.ts'

/** The settings of a property that say who can see and edit values. */
export interface ValueRights {
  readonly viewers: UserPropertyViewers
  readonly editors: UserPropertyEditors
}

/** Checks that the user may create and change user properties. Returns null if so, otherwise a refusal. */
export function refuseUserPropertyKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin'])
}

/** Returns whether the user may see the value of a property for an account. */
export function canSeeValue(user: Person, account: { readonly id: string }, { viewers }: ValueRights): boolean {
  if (viewers === 'everyone' || (viewers === 'user' && account.id === user.id)) return true
  return needRole(user, ['RoleUserAdmin'], 'read') === null
}

/**
 * Checks that the user may edit the value of a property for an account. Values of an administrator are edited by that
 * administrator or another one, like their other details. Returns null if so, otherwise a refusal.
 */
export function refuseEditingValue(
  user: Person,
  account: AccountRights,
  { viewers, editors }: ValueRights,
): Refusal | null {
  if (account.id !== user.id) return refuseUser(user, 'arrange', account)
  return editors === 'user' && viewers !== 'administrators'
    ? needScope(user, 'administer')
    : refuseUserPropertyKeeper(user)
}

/**
 * Checks that the user may edit property values of an account, before single properties are checked. Returns null if
 * so, otherwise a refusal.
 */
export function refuseEditingValuesOf(user: Person, account: AccountRights): Refusal | null {
  return account.id === user.id ? needScope(user, 'administer') : refuseUser(user, 'arrange', account)
}

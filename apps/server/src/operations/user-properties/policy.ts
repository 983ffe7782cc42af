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

/** Null for users who may create and change user properties. */
export function refuseUserPropertyKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin'])
}

/** Whether the user can see the value that an account has of a property. */
export function canSeeValue(user: Person, account: { readonly id: string }, { viewers }: ValueRights): boolean {
  if (viewers === 'everyone' || (viewers === 'user' && account.id === user.id)) return true
  return needRole(user, ['RoleUserAdmin'], 'read') === null
}

/**
 * Null for users who may edit the value that an account has of a property. The values of an administrator are edited by
 * the administrator or by another one, like their other details.
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

/** Null for users who may edit values of an account, as far as properties do not say more. */
export function refuseEditingValuesOf(user: Person, account: AccountRights): Refusal | null {
  return account.id === user.id ? needScope(user, 'administer') : refuseUser(user, 'arrange', account)
}

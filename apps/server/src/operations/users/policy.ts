import type { Role } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole, needScope } from '../rights.ts'

/** What the rights on an account depend on. */
export interface AccountRights {
  readonly id: string
  readonly roles: readonly Role[]
}

export type UserAction = 'read' | 'create' | 'change' | 'unlock' | 'set-password' | 'delete'

/**
 * Null when the user may do that, to that account where there is one. Administrators are for administrators alone:
 * whoever sets the password of one becomes one.
 */
export function refuseUser(user: User, action: UserAction, account: AccountRights | null = null): Refusal | null {
  if (account === null) return needRole(user, action === 'create' || action === 'read' ? keepers : anyKeeper)
  if (account.id === user.id && (action === 'read' || action === 'change'))
    return needScope(user, action === 'read' ? 'read' : 'administer')
  const isAdministrator = account.roles.includes('RoleAdmin') && action !== 'unlock' && action !== 'read'
  return needRole(user, isAdministrator ? ['RoleAdmin'] : keepers)
}

const keepers: readonly Role[] = ['RoleUserAdmin']
/** Who may do it to some account: to be asked before it is told whether there is one. */
const anyKeeper: readonly Role[] = ['RoleUserAdmin', 'RoleAdmin']

/** Null when the user may ask whether a password is right: one's own, or as a keeper of accounts. */
export function refusePasswordCheck(user: User, username: string): Refusal | null {
  return username === user.username ? needScope(user, 'administer') : needRole(user, keepers)
}

/** Groups and tenants, and who is in them. */
export function refuseIdentity(user: User): Refusal | null {
  return needRole(user, keepers)
}

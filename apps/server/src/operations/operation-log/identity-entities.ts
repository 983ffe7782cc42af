import type { Person } from '../../platform/auth/user.ts'
import { needRole } from '../rights.ts'

/** The entities of the audit whose changes are operations on identities in Camunda's log of user operations. */
export const identityEntities = ['user', 'group', 'group-member', 'tenant', 'tenant-member'] as const

export type IdentityEntity = (typeof identityEntities)[number]

/**
 * Returns whether a user sees operations on users, groups, tenants and authorizations in the log: administrators and
 * administrators of users do.
 */
export function seesIdentities(user: Person): boolean {
  return needRole(user, ['RoleAdmin', 'RoleUserAdmin'], 'read') === null
}

import { type Role, roles } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may read roles, describe them, and give them to users. Returns null if so, otherwise a refusal.
 */
export function refuseRoleKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/** Returns the role with this name for a user who may change it. Refuses as `refuseRoleKeeper` and `getRole` do. */
export function getKeptRole(user: Person, name: string): Role | Refusal {
  return refuseRoleKeeper(user) ?? getRole(name)
}

/** Returns the role with this name. Refuses with `thing.not-found` where there is none. */
export function getRole(name: string): Role | Refusal {
  return (
    roles.find((role) => role === name) ??
    refuse('thing.not-found', 'Expected the name of a role, but there is no role with this name.')
  )
}

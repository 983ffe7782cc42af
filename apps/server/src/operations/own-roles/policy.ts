import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may manage own roles: only administrators may, because they have every permission that a role
 * can give. Returns null if so, otherwise a refusal.
 */
export function refuseOwnRoleKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

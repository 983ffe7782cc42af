import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may keep roles of the workplace: administrators may, who hold every right that a role can give.
 * Returns null if so, otherwise a refusal.
 */
export function refuseOwnRoleKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

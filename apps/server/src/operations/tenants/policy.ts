import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may make, change and delete tenants of models, and say who is in them. Returns null if so,
 * otherwise a refusal.
 */
export function refuseTenant(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin'])
}

import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may create, change and delete tenants, and manage their members. Returns null if so, otherwise a
 * refusal.
 */
export function refuseTenant(user: Person): Refusal | null {
  return needRole(user, ['RoleUserAdmin'])
}

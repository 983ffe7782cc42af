import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may restore entities from the audit. The right to change the entity is checked as well. Returns
 * null if so, otherwise a refusal.
 */
export function refuseRestores(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

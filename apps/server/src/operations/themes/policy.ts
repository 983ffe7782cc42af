import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may change the themes and pictures of the workplace. Returns null if so, otherwise a refusal.
 */
export function refuseTheme(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may throw away what they typed themselves, wherever the form of it is by now. Returns null if
 * so, otherwise a refusal.
 */
export function refuseOwnDrafts(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may say what they have read and how they want to be told: whoever has tasks is told about them.
 */
export function refuseNotices(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

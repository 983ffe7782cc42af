import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may mark notifications as read and choose how to get them: everybody with tasks may. Returns
 * null if so, otherwise a refusal.
 */
export function refuseNotices(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

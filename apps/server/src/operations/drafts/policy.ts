import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may delete their own drafts, even when the form has been disabled or deleted. Returns null if
 * so, otherwise a refusal.
 */
export function refuseOwnDrafts(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may have favourites: everybody who can start processes may. Returns null if so, otherwise a
 * refusal.
 */
export function refuseFavourite(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

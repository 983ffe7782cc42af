import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOn } from '../rights.ts'

/**
 * Checks that the user may manage a data list. Returns null if so, otherwise a refusal.
 *
 * @param id the data list; null to create one.
 */
export function refuseListKeeper(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'data-lists.design', id)
}

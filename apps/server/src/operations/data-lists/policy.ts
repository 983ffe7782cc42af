import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOn } from '../rights.ts'

/**
 * Checks that the user may keep a data list; null: create one. Returns null if so, otherwise a refusal.
 *
 * @param id of the data list.
 */
export function refuseListKeeper(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'data-lists.design', id)
}

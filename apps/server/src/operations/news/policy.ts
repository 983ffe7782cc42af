import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may mark news as seen: everybody with tasks may. Returns null if so, otherwise a refusal. */
export function refuseNews(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

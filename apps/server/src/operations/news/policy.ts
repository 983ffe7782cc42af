import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may say what they have seen: whoever has tasks. */
export function refuseNews(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

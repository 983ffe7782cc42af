import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may say what he has seen: whoever has tasks. */
export function refuseNews(user: User): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

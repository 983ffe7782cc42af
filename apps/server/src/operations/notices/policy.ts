import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may say what he has read and how he wants to be told: whoever has tasks is told about them. */
export function refuseNotices(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

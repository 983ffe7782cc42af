import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may throw away what he typed himself, wherever the form of it is by now. */
export function refuseOwnDrafts(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

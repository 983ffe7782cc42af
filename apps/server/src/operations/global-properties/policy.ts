import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may manage global properties. Returns null if so, otherwise a refusal. Nobody can read secret
 * values.
 */
export function refusePropertyKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

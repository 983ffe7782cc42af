import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may change settings. Returns null if so, otherwise a refusal. Settings of the installation can
 * only be changed in the default workplace.
 */
export function refuseSettings(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

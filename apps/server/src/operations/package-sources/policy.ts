import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may manage package sources: administrators may, because sources bring applications. Returns null
 * if so, otherwise a refusal.
 */
export function refusePackageSourceKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

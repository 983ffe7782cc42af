import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may manage external systems and their parts. Returns null if so, otherwise a refusal. */
export function refuseIntegrator(user: Person): Refusal | null {
  return needRole(user, ['RoleIntegration'])
}

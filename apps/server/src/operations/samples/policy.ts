import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may remove the samples. Demo users may not, because they would delete themselves. Returns null
 * if so, otherwise a refusal.
 */
export function refuseRemoval(user: Person, isDemoUser: boolean): Refusal | null {
  const refusal = needRole(user, ['RoleAdmin'])
  if (refusal !== null || !isDemoUser) return refusal
  return refuse(
    'right.missing',
    'Expected an administrator of your own, but you are a demo user and would remove yourself. Sign in as another administrator.',
  )
}

import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may take the samples away. A demo user would take himself away. */
export function refuseRemoval(user: Person, isDemoUser: boolean): Refusal | null {
  const refusal = needRole(user, ['RoleAdmin'])
  if (refusal !== null || !isDemoUser) return refusal
  return refuse(
    'right.missing',
    'Expected an administrator of your own, but you are a demo user and would remove yourself. Sign in as another administrator.',
  )
}

import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user has a dashboard to arrange. Returns null if so, otherwise a refusal. */
export function refuseDashboard(user: Person): Refusal | null {
  return needRole(user, ['RoleUser'], 'work')
}

/** Checks that the user may set the default dashboards of roles. Returns null if so, otherwise a refusal. */
export function refuseRoleDashboards(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

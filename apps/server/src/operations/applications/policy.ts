import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Null when the user may make applications. */
export function refuseApplicationDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may deploy applications, or end that. */
export function refuseApplicationDeployer(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'], 'deploy')
}

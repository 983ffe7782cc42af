import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/** Checks that the user may make applications. Returns null if so, otherwise a refusal. */
export function refuseApplicationDesigner(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Checks that the user may deploy applications, or end that. Returns null if so, otherwise a refusal. */
export function refuseApplicationDeployer(user: Person): Refusal | null {
  return needRole(user, ['RoleDesign'], 'deploy')
}

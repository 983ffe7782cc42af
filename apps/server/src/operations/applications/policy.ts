import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { ApplicationRow } from './application.ts'

/** Null when the user may make applications. */
export function refuseApplicationDesigner(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may change that application, or put something into it; or deploy it. */
export function refuseApplication(
  user: User,
  application: Pick<ApplicationRow, 'name' | 'disabled_at' | 'disabled_reason'>,
  action: 'change' | 'deploy' = 'change',
): Refusal | null {
  const refusal = action === 'deploy' ? refuseApplicationDeployer(user) : refuseApplicationDesigner(user)
  if (refusal !== null || application.disabled_at === null) return refusal
  return refuse(
    'application.disabled',
    `Expected an application that is in use, but “${application.name}” is disabled: ${application.disabled_reason}. Restore it first.`,
  )
}

/** Null when the user may deploy applications, or end that. */
export function refuseApplicationDeployer(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'], 'deploy')
}

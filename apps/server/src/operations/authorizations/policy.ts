import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may create, change and delete authorizations: administrators may. Returns null if so, otherwise
 * a refusal.
 */
export function refuseAuthorization(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/**
 * Checks that the user may read authorizations: user administrators and administrators may. Returns null if so,
 * otherwise a refusal.
 */
export function refuseReading({ user }: Request): Refusal | null {
  return needRole(user, ['RoleAdmin', 'RoleUserAdmin'])
}

export function noSuchAuthorization(): Refusal {
  return refuse('thing.not-found', 'Expected an authorization, but there is none with this id.')
}

export function alreadyThere(): Refusal {
  return refuse(
    'thing.exists',
    'Expected a new authorization, but there is one of this type for the same user or group and the same thing. Change that one.',
  )
}

import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may manage directories: administrators may, because a directory decides about sign-ins and
 * groups. Returns null if so, otherwise a refusal.
 */
export function refuseDirectoryKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/**
 * Refuses with `directory.invalid`.
 *
 * @param where the field of the body that the refusal concerns; without it, the whole body.
 */
export function invalidDirectory(message: string, where?: string): Refusal {
  return refuse('directory.invalid', message, where === undefined ? [] : [{ where, message }])
}

export function noSuchRun(): Refusal {
  return refuse('thing.not-found', 'Expected a run of this directory, but there is none with this id.')
}

import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may move another engine into the workplace: administrators may. Returns null if so, otherwise a
 * refusal.
 */
export function refuseMoveIn(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

export function noSuchMoveIn(): Refusal {
  return refuse('thing.not-found', 'Expected a move of this workplace, but there is none with this id.')
}

/** Refuses with `move-in.invalid`. @param where the field of the body, if it is about one. */
export function invalidMoveIn(message: string, where?: string): Refusal {
  return refuse('move-in.invalid', message, where === undefined ? [] : [{ where, message }])
}

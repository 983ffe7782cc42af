import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseUser } from '../users/policy.ts'

/**
 * Checks that the user may import users. Permission for the account of a row is checked with the row. Returns null if
 * so, otherwise a refusal.
 */
export function refuseUserImport(user: Person): Refusal | null {
  return refuseUser(user, 'create')
}

/** Returns the refusal for an import that does not exist or belongs to another user. */
export function noSuchImport(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected an import of yours, but there is none with this id. Choose the file again.',
  )
}

/** Refuses with `user-import.invalid`. @param where the field of the body, where it is about one. */
export function invalidImport(message: string, where?: string): Refusal {
  return refuse('user-import.invalid', message, where === undefined ? [] : [{ where, message }])
}

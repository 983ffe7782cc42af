import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseUser } from '../users/policy.ts'

/** Null for users who may import users. Whether they may change the account of a row, each row says. */
export function refuseUserImport(user: Person): Refusal | null {
  return refuseUser(user, 'create')
}

/** Nobody sees the import of somebody else. */
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

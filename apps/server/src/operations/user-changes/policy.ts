import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseUser } from '../users/policy.ts'

/**
 * Checks that the user may order changes of several users. Permission for each account is checked with the account.
 * Returns null if so, otherwise a refusal.
 */
export function refuseUserChange(user: Person): Refusal | null {
  return refuseUser(user, 'read') ?? refuseUser(user, 'keep')
}

/** Returns the refusal for a change that does not exist or belongs to another user. */
export function noSuchChange(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a change of yours, but there is none with this id. Select the users again.',
  )
}

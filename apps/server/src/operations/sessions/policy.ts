import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Returns the refusal for a failed sign-in. It is the same for unknown users, wrong passwords and disabled accounts, so
 * that nobody learns which it was.
 */
export function refuseCredentials(): Refusal {
  return refuse(
    'session.credentials',
    'Expected a valid user name and password, but one is wrong, or the account is disabled or locked. Several wrong passwords in a row lock an account for some time.',
  )
}

/** Returns the refusal for a first password, which can only be used to choose another one. */
export function refuseFirstPassword(): Refusal {
  return refuse(
    'session.password-change',
    'Expected a new password, because somebody else gave you this one. Choose a password that only you know.',
  )
}

/** Returns the refusal for a refresh token that is not the newest of its session. */
export function refuseRefresh(): Refusal {
  return refuse('session.missing', 'Expected an open session, but it has ended. Sign in again.')
}

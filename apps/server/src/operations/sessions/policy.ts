import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Returns the refusal for a failed sign-in. It is the same for unknown users, wrong passwords and disabled accounts, so
 * that nobody learns which it was.
 */
export function refuseCredentials(): Refusal {
  return refuse(
    'session.credentials',
    'Expected the name and password of a user, but they do not match, or the account is disabled or locked. After some wrong passwords in a row it is locked for a while.',
  )
}

/** A password that somebody else has given is no longer valid but to choose another one. */
export function refuseFirstPassword(): Refusal {
  return refuse(
    'session.password-change',
    'Expected a new password: this one was given to you by somebody else. Choose one that only you know.',
  )
}

/** Returns the refusal for a refresh token that is not the newest of its session. */
export function refuseRefresh(): Refusal {
  return refuse('session.missing', 'Expected a session that can go on, but it has ended. Sign in again.')
}

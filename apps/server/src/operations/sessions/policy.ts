import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Who may sign in: whoever shows a password that fits, or whom the provider of the single sign-on has let in. Whatever
 * does not fit together is refused with the same words: nobody learns which part.
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

/** A session goes on as long as its newest refresh token is the one that comes. */
export function refuseRefresh(): Refusal {
  return refuse('session.missing', 'Expected a session that can go on, but it has ended. Sign in again.')
}

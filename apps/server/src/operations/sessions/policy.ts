import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Who may sign in: whoever shows a password that fits, or whom the provider of the single sign-on has let in. Whatever
 * does not fit together is refused with the same words: nobody learns which part.
 */
export function refuseCredentials(): Refusal {
  return refuse(
    'session.credentials',
    'Expected a valid user name and password, but one is wrong, or the account is disabled or locked. Several wrong passwords in a row lock an account for some time.',
  )
}

/** A password that somebody else has given is good for nothing but to choose another one. */
export function refuseFirstPassword(): Refusal {
  return refuse(
    'session.password-change',
    'Expected a new password, because somebody else gave you this one. Choose a password that only you know.',
  )
}

/** A session goes on as long as its newest refresh token is the one that comes. */
export function refuseRefresh(): Refusal {
  return refuse('session.missing', 'Expected an open session, but it has ended. Sign in again.')
}

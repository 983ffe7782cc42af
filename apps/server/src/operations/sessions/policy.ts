import type { PasswordChangeReason } from '../../platform/auth/check-credentials.ts'
import type { SecondStepPurpose } from '../../platform/auth/second-factor/needs-second-factor.ts'
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

/** Returns the refusal for a password that can only be used to choose another one. */
export function refuseOldPassword(reason: PasswordChangeReason): Refusal {
  return reason === 'first'
    ? refuse(
        'session.password-change',
        'Expected a new password, because somebody else gave you this one. Choose a password that only you know.',
      )
    : refuse(
        'session.password-expired',
        'Expected a new password, because this password is older than the workplace allows. Choose another password.',
      )
}

/** Returns the refusal for a correct password of a user who also needs a second factor, or has to set one up. */
export function refuseHalf(purpose: SecondStepPurpose): Refusal {
  return purpose === 'verify'
    ? refuse('session.second-factor', 'The password is right. Expected a second factor to complete the sign-in.')
    : refuse(
        'session.second-factor-set-up',
        'The password is right. Expected a user with a second factor, because your roles need one. Set one up to complete the sign-in.',
      )
}

/** Returns the refusal for a refresh token that is not the newest of its session. */
export function refuseRefresh(): Refusal {
  return refuse('session.missing', 'Expected an open session, but it has ended. Sign in again.')
}

import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { countTry, isRefused } from '../../platform/auth/limit-tries.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { setPassword } from './set-password.ts'

export interface SignIn {
  readonly username: string
  readonly password: string
  /** Reference; the default workplace without one. */
  readonly workplace?: string | undefined
  /** Takes the place of the password. */
  readonly newPassword?: string | undefined
  /** Where the request comes from. */
  readonly address: string
}

/** Too many tries, and when the next one is welcome. */
export interface TooMany {
  readonly retryAfterSeconds: number
}

/**
 * Finds the user of a name and a password. Whatever does not fit together is refused with the same words: nobody learns
 * which part. A first password is good only together with a new one.
 */
export async function signIn(context: AuthContext, entered: SignIn): Promise<Person | TooMany | Refusal> {
  const { username, password, workplace, newPassword, address } = entered
  const counted = await countTry(context, { address, account: `${workplace ?? ''}/${username}` })
  if (isRefused(counted)) return counted
  const workplaceId = await findWorkplaceId(context.db, workplace ?? null)
  const verified = await checkCredentials(context, { workplaceId, username, password })
  if (verified === null) return refuse('session.credentials', credentialsSentence)
  await counted.succeeded()
  if (newPassword !== undefined) {
    const change = { verified, currentPassword: password, newPassword, keepSession: null, cause: 'sign-in' }
    const refusal = await setPassword(context, change)
    return refusal ?? verified.user
  }
  if (verified.mustChangePassword)
    return refuse(
      'session.password-change',
      'Expected a new password: this one was given to you by somebody else. Choose one that only you know.',
    )
  return verified.user
}

const credentialsSentence =
  'Expected the name and password of a user, but they do not match, or the account is disabled or locked. After some wrong passwords in a row it is locked for a while.'

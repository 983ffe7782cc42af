import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { countTry, isRefused } from '../../platform/auth/limit-tries.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { replacePassword } from '../accounts/replace-password.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseCredentials, refuseFirstPassword } from './policy.ts'

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
export async function signIn(context: OperationContext, entered: SignIn): Promise<Person | TooMany | Refusal> {
  const { username, password, workplace, newPassword, address } = entered
  const counted = await countTry(context, { address, account: `${workplace ?? ''}/${username}` })
  if (isRefused(counted)) return counted
  const workplaceId = await findWorkplaceId(context.db, workplace ?? null)
  const verified = await checkCredentials(context, { workplaceId, username, password })
  if (verified === null) return refuseCredentials()
  await counted.succeeded()
  if (newPassword !== undefined) {
    const refusal = await replacePassword(context, {
      verified,
      currentPassword: password,
      newPassword,
      keepSession: null,
      cause: 'sign-in',
    })
    return refusal ?? verified.user
  }
  if (verified.mustChangePassword) return refuseFirstPassword()
  return verified.user
}

import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { Origin } from '../../platform/auth/origin.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
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
  readonly origin: Origin
}

export interface SignedIn {
  readonly user: Person
  /** What the browser is to keep, so that it is known again. */
  readonly device: string | null
}

/**
 * Signs in with a username and password. Every mismatch has the same refusal, so that nobody learns which part was
 * wrong. A first password is only valid together with a new one.
 */
export async function signIn(context: OperationContext, entered: SignIn): Promise<SignedIn | TooMany | Refusal> {
  const { username, password, workplace, newPassword, origin } = entered
  const workplaceId = await findWorkplaceId(context.db, workplace ?? null)
  const verified = await checkCredentials(context, { workplaceId, username, password, origin, keepsDevice: true })
  if (isTooMany(verified)) return verified
  if (verified === null) return refuseCredentials()
  const { user, device } = verified
  if (newPassword !== undefined) {
    const refusal = await replacePassword(context, {
      verified,
      currentPassword: password,
      newPassword,
      keepSession: null,
      by: { workplaceId: user.workplaceId, userId: user.username, cause: 'sign-in' },
    })
    return refusal ?? { user, device }
  }
  if (verified.mustChangePassword) return refuseFirstPassword()
  return { user, device }
}

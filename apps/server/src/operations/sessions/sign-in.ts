import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { directoryOf } from '../../platform/auth/directory-password.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { Origin } from '../../platform/auth/origin.ts'
import { needsSecondFactor, type SecondStepPurpose } from '../../platform/auth/second-factor/needs-second-factor.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Person } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { passwordElsewhere } from '../accounts/password-elsewhere.ts'
import { changedMeanwhile, hashNewPassword, replaceStatements } from '../accounts/replace-password.ts'
import type { OperationContext } from '../operation-context.ts'
import { passwordContextOf } from '../password-context.ts'
import { refuseCredentials, refuseOldPassword } from './policy.ts'
import { startSecondStep } from './start-second-step.ts'

export interface SignIn {
  readonly username: string
  readonly password: string
  /** The reference of the workplace; missing: the default workplace. */
  readonly workplace?: string | undefined
  /** A new password, which replaces the current one. */
  readonly newPassword?: string | undefined
  readonly origin: Origin
}

export interface SignedIn {
  readonly user: Person
  /** The token by which the browser is recognized at the next sign-in. */
  readonly device: string | null
}

/** A sign-in with a correct password that still needs the second step. */
export interface HalfSignedIn {
  readonly purpose: SecondStepPurpose
  readonly token: string
  readonly device: string | null
}

/**
 * Signs in with a username and password. Every mismatch has the same refusal, so that nobody learns which part was
 * wrong. A first password is only valid together with a new one, which is saved when the sign-in is complete.
 */
export async function signIn(
  context: OperationContext,
  entered: SignIn,
): Promise<SignedIn | HalfSignedIn | TooMany | Refusal> {
  const { username, password, workplace, newPassword, origin } = entered
  const workplaceId = await findWorkplaceId(context.db, workplace ?? null)
  const verified = await checkCredentials(passwordContextOf(context), {
    workplaceId,
    username,
    password,
    origin,
    keepsDevice: true,
  })
  if (isTooMany(verified)) return verified
  if (verified === null) return refuseCredentials()
  const { user, passwordHash, device, mustChangePassword } = verified
  if (newPassword !== undefined && directoryOf(passwordHash) !== null) return passwordElsewhere()
  if (newPassword === undefined && mustChangePassword !== null) return refuseOldPassword(mustChangePassword)
  const newPasswordHash =
    newPassword === undefined
      ? null
      : await hashNewPassword(context, { verified, currentPassword: password, newPassword })
  if (newPasswordHash instanceof Refusal) return newPasswordHash
  const purpose = await needsSecondFactor(context, user)
  if (purpose !== null) {
    const token = await startSecondStep(context, { user, purpose, passwordHash, newPasswordHash })
    return { purpose, token, device }
  }
  if (newPasswordHash === null) return { user, device }
  const change = { user, passwordHash, newPasswordHash, keepSession: null, now: context.clock() }
  const by = { workplaceId: user.workplaceId, userId: user.username, cause: 'sign-in' }
  const [changed] = await context.db.withTransaction(by, (tx) => tx.commit(replaceStatements(change)))
  return changed?.[0] === undefined ? changedMeanwhile() : { user, device }
}

import { directoryOf } from '../../platform/auth/directory-password.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { checkOwnPassword, type OwnPassword } from './check-own-password.ts'
import { passwordElsewhere } from './password-elsewhere.ts'
import { replacePassword } from './replace-password.ts'

export interface PasswordChange extends OwnPassword {
  readonly newPassword: string
  /** The session that the user is in. */
  readonly keepSession: string
}

/** Changes the password of the signed-in user. Returns null on success, otherwise a refusal. */
export async function changePassword(
  context: OperationContext,
  request: Request,
  { currentPassword, newPassword, keepSession, origin }: PasswordChange,
): Promise<Refusal | TooMany | null> {
  const verified = await checkOwnPassword(context, request, { currentPassword, origin })
  if (isTooMany(verified) || verified instanceof Refusal) return verified
  if (directoryOf(verified.passwordHash) !== null) return passwordElsewhere()
  return replacePassword(context, { verified, currentPassword, newPassword, keepSession, by: actorOf(request) })
}

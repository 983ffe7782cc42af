import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { passwordContextOf } from '../password-context.ts'
import { refusePasswordCheck } from './policy.ts'

export interface PasswordCheck {
  readonly username: string
  readonly password: string
  readonly address: string
}

/**
 * Returns whether a username and password match, without signing in. A wrong password counts as a failed sign-in, so
 * that guessing is limited.
 */
export async function checkUserPassword(
  context: OperationContext,
  { user }: Request,
  { username, password, address }: PasswordCheck,
): Promise<boolean | Refusal> {
  const refusal = refusePasswordCheck(user, username)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const verified = await checkCredentials(passwordContextOf(context), {
    workplaceId,
    username,
    password,
    origin: { address },
  })
  if (isTooMany(verified))
    return refuse('request.too-many', 'Expected fewer wrong passwords. Wait a while and try again.')
  return verified !== null && verified.mustChangePassword === null
}

import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { countTry, isRefused } from '../../platform/auth/limit-tries.ts'
import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { refusePasswordCheck } from './policy.ts'

export interface PasswordCheck {
  readonly username: string
  readonly password: string
  readonly address: string
}

/**
 * Whether a name and a password belong together; nobody is signed in by it. A wrong one counts as a try to sign in, so
 * that this is no way to guess.
 */
export async function checkUserPassword(
  context: OperationContext,
  user: User,
  { username, password, address }: PasswordCheck,
): Promise<boolean | Refusal> {
  const refusal = refusePasswordCheck(user, username)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const counted = await countTry(context, { address, account: `${workplaceId}/${username}` })
  if (isRefused(counted))
    return refuse('request.too-many', 'Expected fewer wrong passwords. Wait a minute and try again.')
  const verified = await checkCredentials(context, { workplaceId, username, password })
  if (verified !== null) await counted.succeeded()
  return verified !== null && !verified.mustChangePassword
}

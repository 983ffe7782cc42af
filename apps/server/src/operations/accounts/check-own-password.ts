import { checkCredentials, type Verified } from '../../platform/auth/check-credentials.ts'
import type { Origin } from '../../platform/auth/origin.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { passwordContextOf, type WithPasswords } from '../password-context.ts'
import { refuseAccount } from './policy.ts'

export interface OwnPassword {
  readonly currentPassword: string
  readonly origin: Origin
}

/**
 * Checks the current password of the signed-in user before a change of their sign-in. A wrong password counts as a
 * failed sign-in, so that nobody guesses the password in an open browser. Refuses with `password.elsewhere` or
 * `password.wrong`.
 */
export async function checkOwnPassword(
  context: WithPasswords,
  request: Request,
  { currentPassword, origin }: OwnPassword,
): Promise<Verified | Refusal | TooMany> {
  const refusal = refuseAccount(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  if (!(await hasPassword(context, request)))
    return refuse(
      'password.elsewhere',
      'Expected a user with a password, but you sign in with single sign-on. Change your password there.',
    )
  const verified = await checkCredentials(passwordContextOf(context), {
    workplaceId,
    username,
    password: currentPassword,
    origin,
  })
  if (isTooMany(verified) || verified !== null) return verified
  return refuse('password.wrong', 'Expected your current password, but it is wrong, or the account is locked.', [
    { where: 'currentPassword', message: 'Expected your current password.' },
  ])
}

async function hasPassword({ db }: AuthContext, request: Request): Promise<boolean> {
  const { workplaceId, id } = request.user
  const [row] = await db.read(request, (tx) =>
    tx.query(
      kysely
        .selectFrom('app_user')
        .select(['password_hash', 'directory_id'])
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', id),
    ),
  )
  return row?.password_hash != null || row?.directory_id != null
}

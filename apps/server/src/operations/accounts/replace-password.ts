import type { Verified } from '../../platform/auth/check-credentials.ts'
import { endOtherAccess } from '../../platform/auth/end-access.ts'
import { hashPassword } from '../../platform/auth/password.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseEarlierPassword } from '../users/earlier-passwords.ts'
import { readMinLength, refuseWeakPassword } from '../users/password-rules.ts'

export interface ChosenPassword {
  /** The account, with the password that was checked just now. */
  readonly verified: Pick<Verified, 'user' | 'passwordHash'>
  readonly currentPassword: string
  readonly newPassword: string
}

export interface NewPassword extends ChosenPassword {
  /** The session that continues; all other sessions and all API tokens of the user end. */
  readonly keepSession: string | null
  readonly by: Actor
}

/**
 * Replaces the password of a user who has just proved the old one. Refuses when the new password is too easy to guess,
 * or when another transaction has changed it meanwhile.
 */
export async function replacePassword(
  context: AuthContext,
  { keepSession, by, ...chosen }: NewPassword,
): Promise<Refusal | null> {
  const { user, passwordHash } = chosen.verified
  const hash = await hashNewPassword(context, chosen)
  if (hash instanceof Refusal) return hash
  const change = { user, passwordHash, newPasswordHash: hash, keepSession, now: context.clock() }
  const [changed] = await context.db.withTransaction(by, (tx) => tx.commit(replaceStatements(change)))
  return changed?.[0] === undefined ? changedMeanwhile() : null
}

/** Returns the hash of a valid new password. Refuses with `password.weak`. */
export async function hashNewPassword(
  { db }: AuthContext,
  { verified: { user, passwordHash }, currentPassword, newPassword }: ChosenPassword,
): Promise<string | Refusal> {
  const least = await readMinLength(db, user.workplaceId)
  const weakness =
    refuseWeakPassword({ least, owner: user, newPassword, currentPassword }) ??
    (await refuseEarlierPassword(db, { user, passwordHash, newPassword }))
  return weakness ?? hashPassword(newPassword)
}

export interface PasswordReplacement {
  readonly user: Pick<Person, 'id' | 'workplaceId'>
  readonly passwordHash: string
  readonly newPasswordHash: string
  readonly keepSession: string | null
  readonly now: Date
}

/**
 * Returns the statements that replace a password. The first one returns no row when another transaction has changed the
 * password meanwhile.
 */
export function replaceStatements({
  user: { workplaceId, id },
  passwordHash,
  newPasswordHash,
  keepSession,
  now,
}: PasswordReplacement): Statement[] {
  return [
    {
      name: 'user_set_password',
      text: `update app_user set password_hash = $3, must_change_password = false, updated_at = $5, updated_by = username
          where workplace_id = $1 and id = $2 and password_hash = $4 returning id`,
      values: [workplaceId, id, newPasswordHash, passwordHash, now.toISOString()],
    },
    ...endOtherAccess(workplaceId, id, keepSession),
  ]
}

export function changedMeanwhile(): Refusal {
  return refuse('password.wrong', 'Expected the current password, but it was changed just now. Sign in again.')
}

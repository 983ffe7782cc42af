import type { Verified } from '../../platform/auth/check-credentials.ts'
import { endOtherAccess } from '../../platform/auth/end-access.ts'
import { hashPassword } from '../../platform/auth/password.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readLeastLength, refuseWeakPassword } from '../users/password-rules.ts'

export interface NewPassword {
  /** The account, with the password that was checked just now. */
  readonly verified: Verified
  readonly currentPassword: string
  readonly newPassword: string
  /** The session that goes on; all others of the user end, and all API tokens. */
  readonly keepSession: string | null
  readonly by: Actor
}

/**
 * Replaces the password of a user who has just proved the old one. Refuses when the new password is too easy to guess,
 * or when another change came first.
 */
export async function replacePassword(
  { db, clock }: AuthContext,
  { verified, currentPassword, newPassword, keepSession, by }: NewPassword,
): Promise<Refusal | null> {
  const { user, passwordHash } = verified
  const { workplaceId } = user
  const least = await readLeastLength(db, workplaceId)
  const weakness = refuseWeakPassword({ least, owner: user, newPassword, currentPassword })
  if (weakness !== null) return weakness
  const hash = await hashPassword(newPassword)
  const [changed] = await db.withTransaction(by, (tx) =>
    tx.commit([
      {
        name: 'user_set_password',
        text: `update app_user set password_hash = $3, must_change_password = false, updated_at = $5, updated_by = username
          where workplace_id = $1 and id = $2 and password_hash = $4 returning id`,
        values: [workplaceId, user.id, hash, passwordHash, clock().toISOString()],
      },
      ...endOtherAccess(workplaceId, user.id, keepSession),
    ]),
  )
  return changed?.[0] === undefined
    ? refuse('password.wrong', 'Expected the current password, but it was changed just now. Sign in again.')
    : null
}

import { countTry } from '../../platform/auth/count-try.ts'
import { endAccess } from '../../platform/auth/end-access.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import { hashPassword } from '../../platform/auth/password.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseEarlierPassword } from '../users/earlier-passwords.ts'
import { readMinLength, refuseWeakPassword } from '../users/password-rules.ts'
import { maxTokenTries } from './look-at-password-link.ts'
import { findPasswordLink, linkIsOver, workplaceOfPasswordLink } from './password-link.ts'

export interface PasswordByLink {
  readonly token: string
  readonly newPassword: string
  /** The network address of the caller. */
  readonly address: string
  /** The call, for the audit. */
  readonly cause: string
}

/**
 * Sets the password of the user a link was mailed to. The account is no longer locked, all sessions and API tokens end, and
 * every link of the user is used up. Returns null on success. Refuses with `password.link-over` or `password.weak`, and the link
 * stays valid then.
 */
export async function usePasswordLink(
  context: OperationContext,
  { token, newPassword, address, cause }: PasswordByLink,
): Promise<Refusal | TooMany | null> {
  const { db, clock } = context
  const workplaceId = workplaceOfPasswordLink(token)
  const counted = await countTry(context, `password link ${networkOf(address)}`, maxTokenTries)
  if (isTooMany(counted)) return counted
  if (workplaceId === null) return linkIsOver()
  const found = await db.read({ workplaceId }, (tx) => findPasswordLink(tx, token, { now: clock() }))
  if (found instanceof Refusal) return found
  const least = await readMinLength(db, workplaceId)
  const weakness =
    refuseWeakPassword({ least, owner: found.user, newPassword, currentPassword: null }) ??
    (await refuseEarlierPassword(db, {
      user: { workplaceId, id: found.user.id },
      passwordHash: found.passwordHash,
      newPassword,
    }))
  if (weakness !== null) return weakness
  // Hashing takes its time, and no account should be locked meanwhile.
  const hash = await hashPassword(newPassword)
  return db.withTransaction({ workplaceId, userId: found.user.username, cause }, async (tx) => {
    const link = await findPasswordLink(tx, token, { now: clock(), isLocked: true })
    if (link instanceof Refusal) return link
    await tx.batch([
      {
        name: 'user_choose_password',
        text: `update app_user set password_hash = $3, must_change_password = false, locked_until = null,
            status = case when status = 'locked' then 'enabled' else status end, updated_at = $4, updated_by = username
          where workplace_id = $1 and id = $2`,
        values: [workplaceId, link.user.id, hash, clock().toISOString()],
      },
      ...endAccess(workplaceId, link.user.id),
    ])
    return null
  })
}

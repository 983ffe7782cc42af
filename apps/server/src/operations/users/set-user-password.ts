import { endAccess } from '../../platform/auth/end-access.ts'
import { hashPassword } from '../../platform/auth/password.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { passwordElsewhere } from '../accounts/password-elsewhere.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from './accounts.ts'
import { isOfDirectory } from './load-account.ts'
import { readMinLength, refuseWeakPassword } from './password-rules.ts'
import { refuseUser } from './policy.ts'

/**
 * Sets the password of a user. Ends all their sessions and API tokens, which the old password may have opened. Returns
 * null on success, otherwise a refusal.
 */
export async function setUserPassword(
  { db, clock }: OperationContext,
  request: Request,
  { ref, password }: { ref: AccountRef; password: string },
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseUser(user, 'set-password')
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const least = await readMinLength(db, workplaceId)
  // Hashing takes its time, and no account should be locked meanwhile.
  const hash = await hashPassword(password)
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const { id } = account
    const missing =
      refuseUser(user, 'set-password', account) ??
      refuseWeakPassword({ least, owner: account, newPassword: password, currentPassword: null })
    if (missing !== null) return missing
    if (await isOfDirectory(tx, account)) return passwordElsewhere()
    await tx.batch([
      {
        name: 'user_give_password',
        text: `update app_user set password_hash = $3, must_change_password = false, locked_until = null, status = case when status = 'locked' then 'enabled' else status end, updated_at = $4, updated_by = $5 where workplace_id = $1 and id = $2`,
        values: [workplaceId, id, hash, clock().toISOString(), user.username],
      },
      ...endAccess(workplaceId, id),
    ])
    return null
  })
}

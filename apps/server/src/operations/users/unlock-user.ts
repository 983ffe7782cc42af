import { forgetTries } from '../../platform/auth/password-tries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from './accounts.ts'
import { refuseUser } from './policy.ts'

/**
 * Unlocks a user after failed sign-ins from all devices. Does nothing for a user who is not locked. Returns null on
 * success, otherwise a refusal.
 */
export async function unlockUser(
  { db, clock }: OperationContext,
  request: Request,
  ref: AccountRef,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseUser(user, 'unlock')
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    const missing = account === null ? noSuchUser() : refuseUser(user, 'unlock', account)
    if (account === null || missing !== null) return missing
    await tx.batch([
      {
        name: 'user_unlock',
        text: `update app_user set locked_until = null, updated_at = $3, updated_by = $4,
            status = case when status = 'locked' then 'enabled' else status end
          where workplace_id = $1 and id = $2`,
        values: [user.workplaceId, account.id, clock().toISOString(), user.username],
      },
      forgetTries(user.workplaceId, account.id),
    ])
    return null
  })
}

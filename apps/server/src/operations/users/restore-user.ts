import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseBeyondUsers } from '../licences/licence.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Account, type AccountRef, lockAccount, noSuchUser } from './accounts.ts'
import { markAccountChanged, readAccountState } from './load-account.ts'
import { refuseUser } from './policy.ts'

/** Enables a disabled user again, with the earlier roles and groups. Returns null on success, otherwise a refusal. */
export async function restoreUser(
  { db, clock }: OperationContext,
  request: Request,
  ref: AccountRef,
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const missing = refuseUser(user, 'keep', account)
    if (missing !== null) return missing
    const { status, name } = await readAccountState(tx, account)
    if (status !== 'disabled')
      return refuse('thing.exists', `Expected a disabled user, but “${name}” is enabled.`, [], 'user')
    return writeRestored(tx, user, { account, now: clock() })
  })
}

/** Writes that a locked account, which is disabled, is enabled again. Refuses beyond the users of the licence. */
export async function writeRestored(
  tx: Tx,
  user: Person,
  { account, now }: { readonly account: Account; readonly now: Date },
): Promise<Refusal | null> {
  await tx.batch([
    {
      name: 'user_restore',
      text: `update app_user set status = 'enabled', disabled_at = null, disabled_by = null, disabled_reason = null
        where workplace_id = $1 and id = $2`,
      values: [user.workplaceId, account.id],
    },
  ])
  await markAccountChanged(tx, user, account, now)
  return refuseBeyondUsers(tx, user.workplaceId, now)
}

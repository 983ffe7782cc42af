import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  type Account,
  type AccountRef,
  lastAdministrator,
  lockAccount,
  lockAdministrators,
  noSuchUser,
} from './accounts.ts'
import { markAccountChanged, ownAccount, refuseAccountChange } from './load-account.ts'
import { refuseUser } from './policy.ts'

/**
 * Disables a user, with a reason. Sessions and API tokens end with it, by a trigger of the database. Returns null on
 * success, otherwise a refusal. Refused for one's own account and for the last administrator.
 */
export async function disableUser(
  { db, clock }: OperationContext,
  request: Request,
  { ref, reason }: { readonly ref: AccountRef; readonly reason: string },
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = await lockAdministrators(tx, user.workplaceId)
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const refusal = refuseUser(user, 'keep', account) ?? (await refuseAccountChange(tx, account, undefined))
    return refusal ?? writeDisabled(tx, user, { account, administrators, reason, now: clock() })
  })
}

interface Disabling {
  /** Locked, and enabled. */
  readonly account: Account
  /** Ids of the administrators, locked before the account. */
  readonly administrators: readonly string[]
  readonly reason: string
  readonly now: Date
}

/** Writes that a locked account is disabled. Refuses one's own account and the last administrator. */
export async function writeDisabled(
  tx: Tx,
  user: Person,
  { account, administrators, reason, now }: Disabling,
): Promise<Refusal | null> {
  if (administrators.length === 1 && administrators[0] === account.id) return lastAdministrator()
  if (account.id === user.id)
    return ownAccount('Expected another account, but this one is yours. Ask another administrator to disable it.')
  await tx.batch([
    {
      name: 'user_disable',
      text: `update app_user set status = 'disabled', disabled_at = $3, disabled_by = $4, disabled_reason = $5, locked_until = null
        where workplace_id = $1 and id = $2`,
      values: [user.workplaceId, account.id, now.toISOString(), user.username, reason],
    },
  ])
  await markAccountChanged(tx, user, account, now)
  return null
}

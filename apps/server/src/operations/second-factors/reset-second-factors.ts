import type { Request } from '../../platform/auth/request.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountRef, lockAccount, noSuchUser } from '../users/accounts.ts'
import { ownAccount } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import { notifyFactorOwner } from './notify-owner.ts'

/**
 * Removes all second factors and recovery codes of a user who lost them, and ends their sessions. Only for users who
 * hold every right of the account: afterwards the password alone gives access to the account.
 */
export async function resetSecondFactors(
  context: OperationContext,
  request: Request,
  ref: AccountRef,
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'reset-factors')
  if (early !== null) return early
  const done = await context.db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    const missing = account === null ? noSuchUser() : refuseUser(user, 'reset-factors', account)
    if (account === null || missing !== null) return missing ?? noSuchUser()
    if (account.id === user.id)
      return ownAccount('Expected another user, but this is your account. Change your second factors in your profile.')
    const values = [user.workplaceId, account.id]
    const [counted = []] = await tx.batch([
      {
        name: 'second_factor_reset',
        text: 'delete from second_factor where workplace_id = $1 and user_id = $2 returning id',
        values,
      },
      {
        name: 'recovery_codes_reset',
        text: 'delete from recovery_codes where workplace_id = $1 and user_id = $2',
        values,
      },
      { name: 'second_step_reset', text: 'delete from second_step where workplace_id = $1 and user_id = $2', values },
      endSessionsOf(user.workplaceId, account.id),
    ])
    const [had] = counted
    if (had !== undefined) await notifyFactorOwner(context, tx, account, { kind: 'reset' })
    return null
  })
  if (done === null) context.runtime.announceJobs()
  return done
}

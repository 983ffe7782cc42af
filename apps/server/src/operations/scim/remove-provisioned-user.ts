import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAccount, lockAdministrators, noSuchUser } from '../users/accounts.ts'
import { writeDisabled } from '../users/disable-user.ts'
import { readAccountState } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import { isDeleted, markDeleted } from './identity.ts'
import { provisioningReason, refuseEmergency } from './provisioned-user.ts'

/** Disables a user whom a provisioning client deletes, and hides them from it. Nothing is lost. */
export async function removeProvisionedUser(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  if (!isUuid(id)) return noSuchUser()
  const place = { workplaceId: user.workplaceId, kind: 'user', id } as const
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = await lockAdministrators(tx, user.workplaceId)
    if (await isDeleted(tx, place)) return noSuchUser()
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    const refusal = refuseUser(user, 'keep', account) ?? (await refuseEmergency(tx, account))
    if (refusal !== null) return refusal
    await markDeleted(tx, place, clock())
    const { status } = await readAccountState(tx, account)
    return status === 'disabled'
      ? null
      : writeDisabled(tx, user, { account, administrators, reason: provisioningReason, now: clock() })
  })
}

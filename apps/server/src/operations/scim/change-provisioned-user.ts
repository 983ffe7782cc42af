import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAdministrators, noSuchUser } from '../users/accounts.ts'
import { refuseUser } from '../users/policy.ts'
import { isDeleted } from './identity.ts'
import { placeProvisionedUser } from './place-provisioned-user.ts'
import { type ProvisionedUser, writeProvisionedUser } from './provisioned-user.ts'

/** Replaces a user for a provisioning client. @returns null on success. */
export async function changeProvisionedUser(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, wanted, revision }: { readonly id: string; readonly wanted: ProvisionedUser; readonly revision?: number },
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  if (!isUuid(id)) return noSuchUser()
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = await lockAdministrators(tx, user.workplaceId)
    if (await isDeleted(tx, { workplaceId: user.workplaceId, kind: 'user', id })) return noSuchUser()
    const refusal = await writeProvisionedUser(tx, user, { id, administrators, wanted, now: clock(), revision })
    if (refusal === null) await placeProvisionedUser(tx, user, { wanted, now: clock(), newId: runtime.newId })
    return refusal
  })
}

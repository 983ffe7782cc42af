import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { disableGroup } from '../groups/disable-group.ts'
import { noSuchGroup } from '../groups/group.ts'
import type { OperationContext } from '../operation-context.ts'
import { markDeleted } from './identity.ts'
import { isGroupGone } from './provisioned-group.ts'
import { provisioningReason } from './provisioned-user.ts'

/** Disables a group that a provisioning client deletes, and hides the group from the client. */
export async function removeProvisionedGroup(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  if (await isGroupGone(context, request, id)) return noSuchGroup()
  const refusal = await disableGroup(context, request, { ref: { id }, reason: provisioningReason })
  // One that an administrator has disabled is hidden as well.
  if (refusal !== null && refusal.code !== 'thing.disabled') return refusal
  return context.db.withTransaction(actorOf(request), async (tx) => {
    await markDeleted(tx, { workplaceId: request.workplaceId, kind: 'group', id }, context.clock())
    return null
  })
}

import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseManyChanges } from './policy.ts'

/** The same for many, all or none. What has ended meanwhile is passed over. Null when it is done. */
export async function suspendInstances(
  context: OperationContext,
  user: User,
  { ids, isSuspended }: { ids: readonly string[]; isSuspended: boolean },
): Promise<Refusal | null> {
  const refusal = refuseManyChanges(user)
  if (refusal !== null) return refusal
  return carryOutForAll(context, user, {
    by: 'instance',
    ids,
    commandFor: (instanceId) => ({ type: 'suspendInstance', instanceId, isSuspended }),
  })
}

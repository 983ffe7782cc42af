import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseManyChanges } from './policy.ts'

/**
 * Suspends or activates many instances, all or none. Instances that have ended are skipped. Returns null on success,
 * otherwise a refusal.
 */
export async function suspendInstances(
  context: OperationContext,
  request: Request,
  { ids, isSuspended }: { ids: readonly string[]; isSuspended: boolean },
): Promise<Refusal | null> {
  const refusal = refuseManyChanges(request.user)
  if (refusal !== null) return refusal
  return carryOutForAll(context, request, {
    by: 'instance',
    ids,
    commandFor: (instanceId) => ({ type: 'suspendInstance', instanceId, isSuspended }),
  })
}

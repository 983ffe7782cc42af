import type { InstanceAction } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { retryIncidents } from '../incidents/retry-incidents.ts'
import type { OperationContext } from '../operation-context.ts'
import { cancelInstance } from './cancel-instance.ts'
import { noSuchInstance } from './policy.ts'
import { suspendInstance } from './suspend-instance.ts'

/**
 * Applies the action of a batch to one instance. The action checks its own permission. Returns null on success,
 * otherwise a refusal.
 */
export async function doToInstance(
  context: OperationContext,
  request: Request,
  { id, action }: { readonly id: string; readonly action: InstanceAction },
): Promise<Refusal | null> {
  if (!isUuid(id)) return noSuchInstance()
  switch (action.kind) {
    case 'suspend':
    case 'activate':
      return suspendInstance(context, request, { id, isSuspended: action.kind === 'suspend' })
    case 'cancel': {
      const { kind: _, ...how } = action
      return cancelInstance(context, request, { id, ...how })
    }
    case 'retry':
      return retryIncidents(context, request, id)
  }
}

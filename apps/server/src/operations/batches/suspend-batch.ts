import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { keepBatch } from './keeping.ts'
import { logBatch } from './log-batch.ts'
import { batchIsOver } from './policy.ts'
import { suspendStatement } from './statements.ts'

/** Pauses or resumes a batch. The current item is still processed. Returns null on success, otherwise a refusal. */
export async function suspendBatch(
  context: OperationContext,
  request: Request,
  { id, isSuspended }: { readonly id: string; readonly isSuspended: boolean },
): Promise<Refusal | null> {
  const log = logBatch(context, request, {
    id,
    operation: isSuspended ? 'SuspendBatch' : 'ActivateBatch',
    change: { property: 'suspensionState', newValue: isSuspended ? 'suspended' : 'active' },
  })
  const done = await keepBatch(context, request, id, (batch) => {
    if (!batch.isLive) return batchIsOver()
    const changed = batch.isSuspended === isSuspended ? [] : [log]
    return [suspendStatement({ workplaceId: request.workplaceId, id }, isSuspended), ...changed]
  })
  return done instanceof Refusal ? done : null
}

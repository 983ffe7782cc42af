import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { keepBatch } from './keeping.ts'
import { batchIsOver } from './policy.ts'
import { retryStatements, triesOfItem } from './statements.ts'

/**
 * Retries the failed items of a batch, also of a batch that has ended. Returns null on success, otherwise a refusal.
 */
export async function retryFailed(
  context: OperationContext,
  request: Request,
  { id, tries = triesOfItem }: { readonly id: string; readonly tries?: number },
): Promise<Refusal | null> {
  const at = context.clock().toISOString()
  const done = await keepBatch(context, request, id, ({ isLive, failed }) => {
    if (!isLive) return batchIsOver()
    if (failed === 0) return refuse('batch.none-failed', 'Expected something that failed, but nothing has so far.')
    return retryStatements({ workplaceId: request.workplaceId, id }, { tries, jobId: null, at })
  })
  return done instanceof Refusal ? done : null
}

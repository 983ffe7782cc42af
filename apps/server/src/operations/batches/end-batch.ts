import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { need } from '../rights.ts'
import { keepBatch } from './keeping.ts'
import { logBatch } from './log-batch.ts'
import { batchIsOver } from './policy.ts'
import { cancelStatement } from './statements.ts'

/**
 * Cancels a running batch: processed items stay processed, the others are not changed. Returns null on success,
 * otherwise a refusal.
 */
export async function endBatch(
  context: OperationContext,
  request: Request,
  { id, isForgotten = false }: { readonly id: string; readonly isForgotten?: boolean },
): Promise<Refusal | null> {
  const { workplaceId } = request
  const refusal = isForgotten ? need(request.user, 'history.delete') : null
  if (refusal !== null) return refusal
  const done = await keepBatch(context, request, id, ({ isLive }) => {
    if (!isLive) return batchIsOver()
    const forgotten = {
      name: 'batch_remove',
      text: 'delete from batch where workplace_id = $1 and id = $2',
      values: [workplaceId, id],
    }
    const ended = cancelStatement({ workplaceId, id }, context.clock().toISOString())
    const change = { property: 'cascadeToHistory', newValue: String(isForgotten) }
    const log = logBatch(context, request, { id, operation: 'Delete', change })
    return isForgotten ? [ended, forgotten, log] : [ended, log]
  })
  return done instanceof Refusal ? done : null
}

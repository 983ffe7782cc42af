import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { need } from '../rights.ts'
import { logBatch } from './log-batch.ts'
import { noBatch } from './policy.ts'

/** Deletes an ended batch with its results. Returns null on success, otherwise a refusal. */
export async function forgetBatch(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = need(request.user, 'history.delete')
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noBatch()
  const { workplaceId } = request
  return context.db.withTransaction(actorOf(request), async (tx) => {
    const [rows, gone] = await tx.batch([
      {
        name: 'batch_there',
        text: `select id from batch where workplace_id = $1 and id = $2 and kind <> 'task-action' and state <> 'draft'`,
        values: [workplaceId, id],
      },
      {
        name: 'batch_forget_one',
        text: `delete from batch where workplace_id = $1 and id = $2 and kind <> 'task-action' and (state = 'cancelled' or state = 'done' and failed = 0) returning id`,
        values: [workplaceId, id],
      },
    ])
    if (rows?.[0] === undefined) return noBatch()
    if (gone?.[0] === undefined)
      return refuse('batch.running', 'Expected a batch that has ended, but it is under way. End it first.')
    await tx.commit([logBatch(context, request, { id, operation: 'DeleteHistory', change: null })])
    return null
  })
}

import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchBatch, refuseBatch } from './policy.ts'
import { cancelStatement } from './statements.ts'

/**
 * Ends a batch of tasks of the user after the current task. An ended batch is left unchanged. Returns null on success,
 * otherwise a refusal.
 */
export async function cancelBatch(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchBatch()
  const { workplaceId, user } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'batch_of_tasks',
        text: `select state from batch where workplace_id = $1 and id = $2 and user_id = $3 and kind = 'task-action' for update`,
        values: [workplaceId, id, user.id],
      },
    ])
    if (rows?.[0] === undefined) return noSuchBatch()
    if (rows[0][0] === 'waiting') await tx.commit([cancelStatement({ workplaceId, id }, clock().toISOString())])
    return null
  })
}

import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchBatch, refuseBatch } from './policy.ts'

/** Ends a batch of the user: the task that is being done is the last. One that has ended stays as it is. Null when it is done. */
export async function cancelBatch(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchBatch()
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.commit([
      {
        name: 'task_batch_cancel',
        text: `with own as (select id, state from task_batch where workplace_id = $1 and id = $2 and user_id = $3 for update),
            ended as (update task_batch b set state = 'cancelled', ended_at = $4 from own where b.workplace_id = $1 and b.id = own.id and own.state = 'waiting' returning b.id),
            gone as (delete from job j using ended where j.workplace_id = $1 and j.id = ended.id)
          select id from own`,
        values: [workplaceId, id, userId, clock().toISOString()],
      },
    ])
    return rows?.[0] === undefined ? noSuchBatch() : null
  })
}

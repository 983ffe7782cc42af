import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchBatch, refuseBatch } from './policy.ts'

/**
 * Cancels a batch of the user. The current task is the last. A batch that has ended stays unchanged. Returns null on
 * success, otherwise a refusal.
 */
export async function cancelBatch(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseBatch(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchBatch()
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.commit([cancelStatement(request, { id, of: 'tasks', at: clock().toISOString() })])
    return rows?.[0] === undefined ? noSuchBatch() : null
  })
}

/** Ends a batch and its job. Of tasks it is the user's own; one about incidents is everybody's who may keep them. */
export function cancelStatement(
  { user: { workplaceId, id: userId } }: Request,
  { id, of, at }: { readonly id: string; readonly of: 'tasks' | 'incidents'; readonly at: string },
): Statement {
  const whose = of === 'tasks' ? 'user_id = $3 and about is null' : '$3::uuid is not null and about is not null'
  return {
    name: `task_batch_cancel_of_${of}`,
    text: `with own as (select id, state from task_batch where workplace_id = $1 and id = $2 and ${whose} for update),
        ended as (update task_batch b set state = 'cancelled', ended_at = $4 from own where b.workplace_id = $1 and b.id = own.id and own.state = 'waiting' returning b.id),
        gone as (delete from job j using ended where j.workplace_id = $1 and j.id = ended.id)
      select id from own`,
    values: [workplaceId, id, userId, at],
  }
}

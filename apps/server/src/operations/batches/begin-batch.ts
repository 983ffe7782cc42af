import type { BatchKind } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { batchOperation } from './batch-operation.ts'
import { batchIsOver, noBatch, refuseOrder } from './policy.ts'
import { jobStatement } from './statements.ts'

export interface BatchBeginning {
  readonly id: string
  /** The kind with which the items were counted. */
  readonly kind: BatchKind
  readonly action: object
  readonly reason: string | null
}

/**
 * Starts a batch whose number of items was shown to the user, over exactly these items. Returns null on success,
 * otherwise a refusal.
 */
export async function beginBatch(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, kind, action, reason }: BatchBeginning,
): Promise<Refusal | null> {
  const { workplaceId, user } = request
  const refusal = refuseOrder(user, kind)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noBatch()
  const at = clock().toISOString()
  const started = await db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'batch_draft',
        text: `select kind, state, total from batch where workplace_id = $1 and id = $2 and user_id = $3 and (state <> 'draft' or created_at > $4::timestamptz - interval '1 hour') for update`,
        values: [workplaceId, id, user.id, at],
      },
    ])
    const [counted, state, total] = rows?.[0] ?? []
    if (counted !== kind) return noBatch()
    if (state !== 'draft') return batchIsOver()
    const log = batchOperation({ id, kind, action }, Number(total))
    await tx.commit([
      ...(log === null ? [] : [logOperation({ runtime, clock }, request, log)]),
      {
        name: 'batch_begin',
        text: `update batch set state = case when total = 0 then 'done' else 'waiting' end, ended_at = case when total = 0 then $3::timestamptz end, created_at = $3, action = $4, reason = $5
          where workplace_id = $1 and id = $2 and state = 'draft'`,
        values: [workplaceId, id, at, JSON.stringify(action), reason],
      },
      jobStatement({ workplaceId, id }, at),
    ])
    return null
  })
  runtime.announceJobs()
  return started
}

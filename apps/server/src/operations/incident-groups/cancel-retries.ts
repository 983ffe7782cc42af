import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { cancelStatement } from '../task-batches/cancel-batch.ts'
import { noSuchBatch } from '../task-batches/policy.ts'
import { refuseIncidentGroup } from './policy.ts'

/**
 * Cancels the retry of all incidents of a cause, regardless of who started it. The current incident is the last.
 * Returns null on success, otherwise a refusal.
 */
export async function cancelRetries(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseIncidentGroup(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchBatch()
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.commit([cancelStatement(request, { id, of: 'incidents', at: clock().toISOString() })])
    return rows?.[0] === undefined ? noSuchBatch() : null
  })
}

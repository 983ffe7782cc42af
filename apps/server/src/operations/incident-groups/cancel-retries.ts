import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { noSuchBatch } from '../batches/policy.ts'
import { cancelStatement } from '../batches/statements.ts'
import type { OperationContext } from '../operation-context.ts'
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
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'batch_of_cause',
        text: `select state from batch where workplace_id = $1 and id = $2 and kind = 'incident-retry' for update`,
        values: [workplaceId, id],
      },
    ])
    if (rows?.[0] === undefined) return noSuchBatch()
    if (rows[0][0] === 'waiting') await tx.commit([cancelStatement({ workplaceId, id }, clock().toISOString())])
    return null
  })
}

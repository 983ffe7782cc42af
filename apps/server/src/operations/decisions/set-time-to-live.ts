import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDecision } from './policy.ts'

/**
 * Sets the number of days for which the history of a decision is kept; null: for ever. Returns null on success,
 * otherwise a refusal.
 */
export async function setTimeToLive(
  context: OperationContext,
  request: Request,
  { id, days }: { id: string; days: number | null },
): Promise<Refusal | null> {
  const refusal = await refuseDecision(context, request, id)
  if (refusal !== null) return refusal
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'decision_definition_time_to_live',
        text: 'update decision_definition set history_time_to_live = $3 where workplace_id = $1 and id = $2',
        values: [request.workplaceId, id, days],
      },
    ]),
  )
  return null
}

import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'

/**
 * Sets the number of days for which the history of ended instances is kept; null: for ever. Returns null on success,
 * otherwise a refusal.
 */
export async function setTimeToLive(
  context: OperationContext,
  request: Request,
  { id, days }: { id: string; days: number | null },
): Promise<Refusal | null> {
  const refusal = await refuseDefinition(context, request, 'operate', { kind: 'process', id })
  if (refusal !== null) return refusal
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'process_definition_time_to_live',
        text: 'update process_definition set history_time_to_live = $3 where workplace_id = $1 and id = $2',
        values: [request.workplaceId, id, days],
      },
    ]),
  )
  return null
}

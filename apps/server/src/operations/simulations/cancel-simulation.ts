import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSimulation } from './policy.ts'

/**
 * Cancels a simulation that has not ended; one that has ended stays unchanged. Returns null on success, otherwise a
 * refusal.
 */
export async function cancelSimulation(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = await refuseSimulation(context, request, id)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'simulation_cancel',
        text: `with cancelled as (update simulation set state = 'cancelled', prepared = null, ended_at = $3
            where workplace_id = $1 and id = $2 and state in ('waiting', 'running') returning id),
          unordered as (delete from job where workplace_id = $1 and id in (select id from cancelled))
          delete from simulation_run where workplace_id = $1 and simulation_id in (select id from cancelled)`,
        values: [workplaceId, id, context.clock().toISOString()],
      },
    ]),
  )
  return null
}

import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSimulation } from './policy.ts'

/** Deletes a simulation with its result, and its job if it has not ended. Returns null on success, otherwise a refusal. */
export async function deleteSimulation(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = await refuseSimulation(context, request, id)
  if (refusal !== null) return refusal
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'simulation_delete',
        text: `with deleted as (delete from simulation where workplace_id = $1 and id = $2 returning id)
          delete from job where workplace_id = $1 and id in (select id from deleted)`,
        values: [request.workplaceId, id],
      },
    ]),
  )
  return null
}

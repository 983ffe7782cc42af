import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from '../processes/policy.ts'

/** Checks that the user may operate the process of a simulation. Returns null if so, otherwise a refusal. */
export async function refuseSimulation(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  if (!isUuid(id)) return noSuchSimulation()
  const [rows] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'simulation_process',
        text: 'select definition_id from simulation where workplace_id = $1 and id = $2',
        values: [request.workplaceId, id],
      },
    ]),
  )
  const definitionId = rows?.[0]?.[0]
  if (definitionId == null) return noSuchSimulation()
  return refuseDefinition(context, request, 'operate', { kind: 'process', id: definitionId })
}

export function noSuchSimulation(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a simulation of a process that you may see, but there is none with this id.',
  )
}

import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

const resolvedByWork = ['failedJob', 'answerUnknown', 'failedExternalTask']

/**
 * Resolves an incident, and the incidents that it raised in calling instances. Incidents of jobs and external tasks are
 * only resolved by new retries. Returns null on success, otherwise a refusal.
 */
export async function resolveIncident(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = await refuseIncident(context, request, { kind: 'incident', id })
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const ids = await context.db.read(request, async (tx) => {
    const [rows = []] = await tx.batch([
      {
        name: 'incident_chain',
        text: `with recursive up as (select id, root_id, type from incident where workplace_id = $1 and id = $2
            union select n.id, n.root_id, n.type from up join incident n on n.workplace_id = $1 and n.root_id = up.root_id and n.cause_id = up.id)
          select id, type from up`,
        values: [workplaceId, id],
      },
    ])
    const type = rows.find(([one]) => one === id)?.[1]
    if (type == null) return refuse('thing.not-found', 'Expected an open incident, but there is none with this id.')
    if (resolvedByWork.includes(type))
      return refuse(
        'incident.not-retryable',
        `Expected an incident that can be resolved, but incidents of type ${type} end with new retries.`,
      )
    return rows.map(([one]) => one ?? '')
  })
  if (ids instanceof Refusal) return ids
  return carryOutForAll(context, request, {
    by: 'incident',
    ids,
    commandFor: (incidentId) => ({ type: 'resolveIncident', incidentId }),
  })
}

import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { signalElement } from '../instances/signal-element.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

/**
 * Completes the step behind an incident of a call that got no answer, after the user has checked that the external
 * system carried it out. The user enters the result. Nothing is sent. Returns null on success, otherwise a refusal.
 */
export async function completeIncident(
  context: OperationContext,
  request: Request,
  { id: incidentId, variables = [] }: { readonly id: string; readonly variables?: readonly PlainVariable[] },
): Promise<Refusal | null> {
  const refusal = await refuseIncident(context, request, { kind: 'incident', id: incidentId })
  if (refusal !== null) return refusal
  const elementInstanceId = await context.db.read(request, (tx) => findElement(tx, request.workplaceId, incidentId))
  if (elementInstanceId instanceof Refusal) return elementInstanceId
  const refused = await signalElement(context, request, { elementInstanceId, variables })
  return refused?.code === 'thing.not-found' ? incidentIsOver() : refused
}

/** The element whose call it was. */
async function findElement(tx: Tx, workplaceId: string, incidentId: string): Promise<string | Refusal> {
  if (!isUuid(incidentId)) return incidentIsOver()
  const [rows] = await tx.batch([
    {
      name: 'incident_unanswered',
      text: `select n.type, j.element_id from incident n left join job j on j.workplace_id = n.workplace_id and j.id = n.source_id
        where n.workplace_id = $1 and n.id = $2`,
      values: [workplaceId, incidentId],
    },
  ])
  const [type, elementId] = rows?.[0] ?? []
  if (type === undefined) return incidentIsOver()
  if (type === 'answerUnknown' && elementId != null) return elementId
  return refuse(
    'incident.not-completable',
    'Expected an incident of a call without a response, but this incident has another type. Retry it instead.',
  )
}

function incidentIsOver(): Refusal {
  return refuse(
    'incident.over',
    'Expected an open incident, but it is gone: it was retried, or its instance went on or ended.',
  )
}

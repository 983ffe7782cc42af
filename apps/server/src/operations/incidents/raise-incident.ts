import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

export interface NewIncident {
  readonly instanceId: string
  readonly elementInstanceId: string | null
  /** Its key in the model. */
  readonly elementId: string | null
  readonly incidentType: string
  readonly message: string
  readonly configuration: string | null
}

/** Raises an incident for an instance that cannot continue without an operator. */
export async function raiseIncident(
  context: OperationContext,
  request: Request,
  { configuration, ...incident }: NewIncident,
): Promise<string | Refusal> {
  const refusal = await refuseIncident(context, request, { kind: 'instance', id: incident.instanceId })
  if (refusal !== null) return refusal
  const done = await carryOut(context, request, {
    target: { by: 'instance', id: incident.instanceId },
    command: { type: 'raiseIncident', ...incident, detail: configuration === null ? null : { configuration } },
    gone: () => refuse('thing.not-found', 'Expected a running instance, but there is none with this id.'),
  })
  if (done instanceof Refusal) return done
  const raised = done.events.find((event) => event.type === 'incidentRaised')
  if (raised === undefined) throw new Error('Expected the command to raise an incident, but it raised none.')
  return raised.incident.id
}

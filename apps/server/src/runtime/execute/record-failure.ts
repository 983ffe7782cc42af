import type { Failure } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { executeCommand } from './execute-command.ts'

/** The position of an instance before the failed step, where it remains. */
export interface FailurePlace {
  readonly rootId: string
  readonly instanceId: string
  /** The open element instance that the command was for; the incident ends with it. */
  readonly elementInstanceId: string | null
  /** Its key in the model. */
  readonly elementId: string | null
}

/** The type of incidents of failed steps. */
export const failedStep = 'failedStep'

/**
 * Records a failed step as an incident, in its own transaction because that of the step was rolled back. The failed
 * element instance may never have been stored, so the incident is at the waiting one and names the failed element. A
 * repeated failure changes nothing, and deleted instances need no incident.
 */
export async function recordFailure(
  runtime: Runtime,
  actor: Actor,
  target: Target,
  { failure, place }: { failure: Failure; place: FailurePlace },
): Promise<void> {
  if (await isRecorded(runtime, actor, failure, place)) return
  const { code, message, detail } = failure
  const command = {
    type: 'raiseIncident',
    instanceId: place.instanceId,
    elementInstanceId: place.elementInstanceId,
    elementId: failure.instanceId === place.instanceId ? (failure.elementId ?? place.elementId) : place.elementId,
    incidentType: failedStep,
    message,
    detail: { ...detail, code },
  } as const
  await executeCommand(runtime, actor, { target, command })
}

async function isRecorded(
  { db }: Runtime,
  { workplaceId }: Actor,
  { message }: Failure,
  { rootId, instanceId, elementInstanceId }: FailurePlace,
): Promise<boolean> {
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'incident_recorded',
        text: `select id from incident where workplace_id = $1 and root_id = $2 and element_id is not distinct from $3 and instance_id = $4 and type = $5 and message = $6 limit 1`,
        values: [workplaceId, rootId, elementInstanceId, instanceId, failedStep, message],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

import { Refused } from '../outcome.ts'
import type { Incident } from '../state/rows.ts'
import { emit, getInstance, type Step } from '../step.ts'
import type { CommandOf } from './command.ts'

export function raiseIncident(step: Step, command: CommandOf<'raiseIncident'>): void {
  const { instanceId, elementInstanceId, elementId, incidentType: type, message, detail } = command
  raise(step, { instanceId, elementInstanceId, elementId, type, sourceId: null, message, detail })
}

export function resolveIncident(step: Step, { incidentId }: CommandOf<'resolveIncident'>): void {
  if (step.state.incidents.get(incidentId) === undefined) {
    throw new Refused('engine.instance-gone', `Expected an open incident ${incidentId}, but there is none.`)
  }
  emit(step, { type: 'incidentEnded', id: incidentId, at: step.at, outcome: 'resolved' })
}

/** Raises an incident, and one with the same cause in each calling instance up to the root. */
export function raise(
  step: Step,
  what: Pick<Incident, 'instanceId' | 'elementInstanceId' | 'elementId' | 'type' | 'sourceId' | 'message' | 'detail'>,
): void {
  const id = step.newId()
  emit(step, { type: 'incidentRaised', incident: { ...what, id, causeId: id, rootCauseId: id, createdAt: step.at } })
  let causeId = id
  for (
    let caller = getInstance(step, what.instanceId);
    caller.callerInstanceId !== null && caller.callerElementId !== null;
    caller = getInstance(step, caller.callerInstanceId)
  ) {
    const next = step.newId()
    const elementId = step.state.elements.get(caller.callerElementId)?.elementId ?? null
    emit(step, {
      type: 'incidentRaised',
      incident: {
        ...what,
        id: next,
        instanceId: caller.callerInstanceId,
        elementInstanceId: caller.callerElementId,
        elementId,
        causeId,
        rootCauseId: id,
        createdAt: step.at,
      },
    })
    causeId = next
  }
}

import type { BoundaryEvent, CompensateDefinition, EventElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, isEvent, isEventSubProcess, type ModelIndex } from '../../query.ts'
import { errorInCamunda, warningInFlowable } from '../severity.ts'

/** Checks that compensation events name a compensable activity, which has a handler: BPMN 2.0, 10.5.5 and 10.5.6. */
export function* checkCompensation(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element)) continue
    for (const definition of element.definitions) {
      if (definition.kind !== 'compensate') continue
      if (element.type === 'boundaryEvent') yield* checkHandler(index, element)
      else if (element.type !== 'startEvent') yield* checkActivity(index, element, definition)
    }
  }
}

function* checkActivity(
  index: ModelIndex,
  event: EventElement,
  { activityId }: CompensateDefinition,
): Iterable<Finding> {
  if (activityId === null) return
  const activity = index.findElement(activityId)
  if (activity === undefined || !isActivity(activity)) {
    yield {
      code: 'compensation.activity',
      elementId: event.id,
      message: `Expected ${nameElement(event)} to compensate an activity of the process, but there is no activity “${activityId}”. Choose another activity.`,
    }
  } else if (!listReachable(index, event).includes(activity.scopeId)) {
    yield {
      code: 'compensation.activity',
      severity: errorInCamunda(index),
      elementId: event.id,
      message: `Expected ${nameElement(event)} to compensate an activity of its own scope, but ${nameElement(activity)} is in another one.`,
    }
  }
}

/** Returns the scope of the event; inside an event sub-process the one around that as well. */
function listReachable(index: ModelIndex, event: EventElement): string[] {
  const scope = index.findScope(event)
  return scope !== undefined && isEventSubProcess(scope) ? [event.scopeId, scope.scopeId] : [event.scopeId]
}

function* checkHandler(index: ModelIndex, event: BoundaryEvent): Iterable<Finding> {
  const host = index.findElement(event.attachedToId)
  if (host === undefined || !isActivity(host)) return
  const handler = host.compensationHandlerId === null ? undefined : index.findElement(host.compensationHandlerId)
  if (handler === undefined || !isActivity(handler)) {
    yield {
      code: 'compensation.handler',
      severity: 'warning',
      elementId: event.id,
      message: `Expected an association from ${nameElement(event)} to the activity that compensates ${nameElement(host)}, but there is none. Draw it.`,
    }
  } else if (!handler.isForCompensation) {
    yield {
      code: 'compensation.handler',
      severity: warningInFlowable(index),
      elementId: event.id,
      message: `Expected ${nameElement(handler)} to be for compensation, because ${nameElement(event)} is joined to it, but it is not. Set isForCompensation.`,
    }
  }
  if (hasCompensationSubProcess(index, host.id)) {
    yield {
      code: 'compensation.handler',
      severity: errorInCamunda(index),
      elementId: event.id,
      message: `Expected ${nameElement(host)} to be undone either by a boundary event or by an event sub-process, but it has both. Remove one of them.`,
    }
  }
}

function hasCompensationSubProcess(index: ModelIndex, scopeId: string): boolean {
  const starts = index.listEventSubProcesses(scopeId).flatMap(({ id }) => index.listStartEvents(id))
  return starts.some(({ definitions }) => definitions.some(({ kind }) => kind === 'compensate'))
}

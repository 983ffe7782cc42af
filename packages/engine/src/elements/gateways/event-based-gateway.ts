import { type EventBasedGateway, type FlowElement, indexModel } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { type Definition, getElement } from '../../definition.ts'
import { fired, firedIn } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getDefinition, type Step } from '../../step.ts'
import { openBehindGateway } from '../../steps/events/catch-events.ts'
import { cancelElement } from '../../steps/life/cancel.ts'
import { endJob } from '../../steps/life/close-owned.ts'
import type { Arrival } from '../../steps/life/create-instance.ts'
import { arrive } from '../../steps/life/enter.ts'
import { completeTo } from '../../steps/life/leave.ts'

/**
 * The event-based gateway (BPMN 2.0, 13.4.4). It is active while it waits for the events after its flows; the first
 * event wins, and the gateway counts as cancelled. At the beginning of a process, it has been passed when the instance
 * is created. A parallel one (10.6.6) continues to wait for its other events, each of which sends its own token.
 */
export const eventBasedGateway: Behavior<EventBasedGateway> = {
  onEnter: (step, element, instance) => {
    const definition = getDefinition(step, instance.instanceId)
    const targets = listTargets(definition, element)
    const first = targets.find(({ id }) => id === firedIn(instance)?.elementId)
    const others = targets.filter((target) => target !== first && (first === undefined || element.isParallel))
    for (const target of others) openBehindGateway(step, target, instance)
    if (first === undefined) return
    const arrival = arrivalAt(definition, first, instance)
    if (others.length === 0) completeTo(step, instance, () => arrive(step, [arrival]))
    else arrive(step, [{ ...arrival, tokenId: step.newId() }])
  },
  onEventBehind: (step, element, instance, target) => {
    const arrival = arrivalAt(getDefinition(step, instance.instanceId), target, instance)
    if (!element.isParallel) {
      cancelElement(step, instance)
      arrive(step, [arrival])
      return
    }
    closeEvent(step, instance, target.id)
    if (listWaiting(step, instance).length === 0) completeTo(step, instance, () => arrive(step, [arrival]))
    else arrive(step, [{ ...arrival, tokenId: step.newId() }])
  },
  hasExecution: () => true,
}

function listTargets(definition: Definition, element: EventBasedGateway): FlowElement[] {
  return indexModel(definition.model)
    .listOutgoing(element.id)
    .map(({ targetId }) => getElement(definition, targetId))
}

/** An event that has happened is entered, and left at once. */
function arrivalAt(definition: Definition, target: FlowElement, gateway: ElementInstance): Arrival {
  const { parentId: scopeId, instanceId, tokenId, elementId } = gateway
  const flow = indexModel(definition.model)
    .listIncoming(target.id)
    .find(({ sourceId }) => sourceId === elementId)
  return { definition, elementId: target.id, instanceId, scopeId, tokenId, flowId: flow?.id ?? null, data: fired }
}

/** The other definitions of a multiple event are over with the first. */
function closeEvent(step: Step, gateway: ElementInstance, elementId: string): void {
  for (const one of step.state.subscriptions.ownedBy(gateway.id))
    if (one.elementId === elementId) emit(step, { type: 'subscriptionClosed', id: one.id })
  for (const job of step.state.jobs.ownedBy(gateway.id))
    if (job.elementId === elementId) endJob(step, job.id, 'deleted')
}

function listWaiting({ state }: Step, { id }: ElementInstance): object[] {
  return [...state.subscriptions.ownedBy(id), ...state.jobs.ownedBy(id)]
}

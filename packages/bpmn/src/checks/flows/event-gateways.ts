import type { EventBasedGateway, FlowElement, ReceiveTask } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'
import { errorInCamunda, warningInFlowable } from '../severity.ts'

/** Checks that event-based gateways lead to waiting events, which no other flow leads to: BPMN 2.0, 10.6.6. */
export function* checkEventGateways(index: ModelIndex): Iterable<Finding> {
  for (const gateway of Object.values(index.model.elements)) {
    if (gateway.type !== 'eventBasedGateway') continue
    if (gateway.outgoing.length === 0) {
      yield {
        code: 'gateway.no-outgoing',
        severity: 'warning',
        elementId: gateway.id,
        message: `Expected ${nameElement(gateway)} to lead to events, but it has no outgoing flow, and would wait forever. Add one.`,
      }
    }
    if (gateway.async.after) {
      yield {
        code: 'gateway.event-target',
        severity: errorInCamunda(index),
        elementId: gateway.id,
        message: `Expected no asynchronous continuation after ${nameElement(gateway)}, but it has one, and the events after it are already waiting. Remove it.`,
      }
    }
    if (gateway.instantiate && gateway.incoming.length > 0) {
      yield {
        code: 'flow.not-allowed',
        severity: 'warning',
        elementId: gateway.id,
        message: `Expected no flow to lead to ${nameElement(gateway)}, because it begins the process, but one does. Remove the flow, or instantiate.`,
      }
    }
    for (const flow of index.listOutgoing(gateway.id)) {
      const target = index.findElement(flow.targetId)
      if (target !== undefined) yield* checkTarget(index, gateway, target)
    }
  }
}

function* checkTarget(index: ModelIndex, gateway: EventBasedGateway, target: FlowElement): Iterable<Finding> {
  const isLink = 'definitions' in target && target.definitions.some(({ kind }) => kind === 'link')
  if (!isWaiting(target) || isLink) {
    yield {
      code: 'gateway.event-target',
      elementId: gateway.id,
      message: `Expected ${nameElement(gateway)} to lead to events that wait, but it leads to ${isLink ? 'the link' : `the ${target.type}`} ${nameElement(target)}. Put a catching event between them.`,
    }
    return
  }
  if (target.type === 'receiveTask') yield* checkReceiveTask(index, gateway, target)
  if (target.incoming.length > 1) {
    yield {
      code: 'gateway.event-target',
      severity: warningInFlowable(index),
      elementId: target.id,
      message: `Expected only ${nameElement(gateway)} to lead to ${nameElement(target)}, but another flow does too. Add a separate event for that flow.`,
    }
  }
}

/** The standard allows receive tasks as well. The vendors' engines refuse them, so none of their models means another. */
function isWaiting(target: FlowElement): boolean {
  return target.type === 'intermediateCatchEvent' || target.type === 'receiveTask'
}

/** A receive task behind a gateway is one event: what it needs to be more than that never happens. */
function* checkReceiveTask(index: ModelIndex, gateway: EventBasedGateway, task: ReceiveTask): Iterable<Finding> {
  if (task.message === null) {
    yield {
      code: 'gateway.event-target',
      elementId: task.id,
      message: `Expected ${nameElement(task)} to name a message, because ${nameElement(gateway)} waits for it, but it names none. Choose a message.`,
    }
  }
  if (task.loop !== null || index.listBoundaryEvents(task.id).length > 0) {
    yield {
      code: 'gateway.event-target',
      severity: 'warning',
      elementId: task.id,
      message: `Expected ${nameElement(task)} to have no ${task.loop === null ? 'boundary events' : 'loop'}, because ${nameElement(gateway)} waits for it and it ends with its message. Put the receive task behind a catching event, or remove them.`,
    }
  }
}

import {
  type ConditionalDefinition,
  type EventDefinition,
  type EventElement,
  type FlowElement,
  indexModel,
  isEvent,
  type MessageDefinition,
} from '@millrace/bpmn'
import { getElement } from '../../definition.ts'
import type { ElementInstance, Job, Subscription, SubscriptionOfAnyKind } from '../../state/rows.ts'
import { emit, getDefinition, getSemantics, type Step, scheduleEvent } from '../../step.ts'
import { isMet } from '../expressions/evaluate.ts'
import { createTimer } from '../jobs/timers.ts'
import { eventName, occasionAt, type Waiting } from './waiting.ts'

export function openBoundaryEvents(step: Step, element: FlowElement, host: ElementInstance): void {
  const waiting = { scopeId: host.id, instanceId: host.instanceId }
  const { model } = getDefinition(step, host.instanceId)
  for (const boundary of indexModel(model).listBoundaryEvents(element.id)) openEvent(step, boundary, waiting)
}

/** Opens the event sub-processes directly inside a scope when the scope is entered. */
export function openEventSubProcesses(step: Step, modelScopeId: string, waiting: Waiting): void {
  const index = indexModel(getDefinition(step, waiting.instanceId).model)
  for (const { id } of index.listEventSubProcesses(modelScopeId)) {
    for (const start of index.listStartEvents(id)) openEvent(step, start, waiting)
  }
}

/** Opens the event after a flow of an event-based gateway, which waits for it. */
export function openBehindGateway(step: Step, target: FlowElement, gateway: ElementInstance): void {
  const waiting = { scopeId: gateway.id, instanceId: gateway.instanceId }
  if (isEvent(target)) openEvent(step, target, waiting)
  else if (target.type === 'receiveTask' && target.message !== null)
    openMessage(step, target.id, target.message, waiting)
}

/**
 * Opens an event: creates a subscription or timer job for each of its definitions.
 *
 * @param except a definition that has happened already.
 * @param isAnew conditions wait for the next change, even when they hold.
 */
export function openEvent(
  step: Step,
  element: EventElement,
  waiting: Waiting,
  { except, isAnew = false }: { except?: number; isAnew?: boolean } = {},
): void {
  for (const [index, definition] of element.definitions.entries()) {
    if (index !== except) openDefinition(step, element, definition, { index, waiting, isAnew })
  }
}

interface Opening {
  readonly index: number
  readonly waiting: Waiting
  readonly isAnew: boolean
}

function openDefinition(step: Step, element: EventElement, definition: EventDefinition, opening: Opening): void {
  const { index, waiting } = opening
  switch (definition.kind) {
    case 'message':
    case 'signal':
      subscribe(step, element.id, waiting, {
        kind: definition.kind,
        name: eventName(step, element.id, definition, waiting),
        data: { index },
      })
      return
    case 'conditional':
      openCondition(step, element, definition, opening)
      return
    case 'variable':
      subscribe(step, element.id, waiting, {
        kind: 'variable',
        name: definition.variableName,
        data: { index, change: definition.changeType },
      })
      return
    case 'timer':
      createTimer(step, definition, { kind: 'timer', elementId: element.id, waiting, index })
      return
    default:
  }
}

/** Opens a message subscription of an element that waits only for one message, such as a receive task. */
export function openMessage(step: Step, elementId: string, message: MessageDefinition, waiting: Waiting): void {
  subscribe(step, elementId, waiting, {
    kind: 'message',
    name: eventName(step, elementId, message, waiting),
    data: { index: null },
  })
}

export function subscribe(
  step: Step,
  elementId: string,
  waiting: Waiting,
  what: SubscriptionOfAnyKind & { readonly name: string | null },
): Subscription {
  const subscription: Subscription = {
    id: step.newId(),
    instanceId: waiting.instanceId,
    elementInstanceId: waiting.scopeId,
    elementId,
    executionId: step.state.elements.get(waiting.scopeId)?.executionId ?? waiting.instanceId,
    createdAt: step.at,
    ...what,
  }
  emit(step, { type: 'subscriptionOpened', subscription })
  return subscription
}

/**
 * Returns a condition that holds when it begins to be watched fires at once, but for Flowable, which waits to be asked.
 */
function openCondition(
  step: Step,
  element: EventElement,
  definition: ConditionalDefinition,
  { index, waiting, isAnew }: Opening,
): void {
  const { variableName, variableEvents, condition } = definition
  const subscription = subscribe(step, element.id, waiting, {
    kind: 'conditional',
    name: null,
    data: { index, variableName, variableEvents },
  })
  if (
    !isAnew &&
    getSemantics(step, waiting.instanceId).conditionsWatch &&
    isMet(step, occasionAt(step, element.id, waiting), condition)
  )
    scheduleEvent(step, subscription)
}

/** Returns the event definition of a subscription or timer job. */
export function definitionOf(
  step: Step,
  source: Subscription | Job,
): { element: FlowElement; definition: EventDefinition | null } {
  const element = getElement(getDefinition(step, source.instanceId), source.elementId)
  const definition = isEvent(element) ? (element.definitions[indexOf(source)] ?? null) : null
  return { element, definition }
}

function indexOf({ data }: Subscription | Job): number {
  return 'index' in data ? (data.index ?? 0) : 0
}

import type {
  ConditionalDefinition,
  EventDefinition,
  EventElement,
  FlowElement,
  MessageDefinition,
  SignalDefinition,
} from '@millrace/bpmn'
import { getElement, listBoundaryEvents, listEventSubProcesses, listStartEvents } from '../definition.ts'
import type { ElementInstance, Job, Subscription } from '../state/rows.ts'
import { emit, fail, getDefinition, type Step, schedule } from '../step.ts'
import { evaluateString, isMet, type Occasion } from './evaluate.ts'
import { createTimer } from './timers.ts'
import { triggerEvent } from './trigger.ts'

/** Who waits for an event: the row that owns its subscriptions and jobs. */
export interface Waiting {
  /** An element instance, or the process instance for its event sub-processes. */
  readonly scopeId: string
  readonly instanceId: string
}

export function openBoundaryEvents(step: Step, element: FlowElement, host: ElementInstance): void {
  const waiting = { scopeId: host.id, instanceId: host.instanceId }
  for (const boundary of listBoundaryEvents(getDefinition(step, host.instanceId), element))
    openEvent(step, boundary, waiting)
}

/** Event sub-processes directly inside a scope begin to listen when the scope is entered. */
export function openEventSubProcesses(step: Step, modelScopeId: string, waiting: Waiting): void {
  const { model } = getDefinition(step, waiting.instanceId)
  for (const { id } of listEventSubProcesses(model, modelScopeId)) {
    for (const start of listStartEvents(model, id)) openEvent(step, start, waiting)
  }
}

/** Makes what an event waits for: a subscription or a timer job for each of its definitions. */
export function openEvent(step: Step, element: EventElement, waiting: Waiting): void {
  element.definitions.forEach((definition, index) => openDefinition(step, element, definition, index, waiting))
}

function openDefinition(
  step: Step,
  element: EventElement,
  definition: EventDefinition,
  index: number,
  waiting: Waiting,
): void {
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
      openCondition(step, element, definition, index, waiting)
      return
    case 'variable':
      subscribe(step, element.id, waiting, {
        kind: 'variable',
        name: definition.variableName,
        data: { index, change: definition.changeType },
      })
      return
    case 'timer':
      createTimer(step, element, definition, index, waiting)
      return
    default:
  }
}

export function subscribe(
  step: Step,
  elementId: string,
  waiting: Waiting,
  what: { kind: Subscription['kind']; name: string | null; data: Subscription['data'] },
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

/** The name of a message or signal, which may be an expression on the variables at the time of waiting. */
export function eventName(
  step: Step,
  elementId: string,
  definition: MessageDefinition | SignalDefinition,
  waiting: Waiting,
): string {
  const name = evaluateString(step, occasionAt(step, elementId, waiting), definition.name)
  if (name !== null && name !== '') return name
  return fail(
    'engine.value-invalid',
    `Expected a name for the ${definition.kind} of ${elementId}, but there is none.`,
    { elementId },
  )
}

export function occasionAt(step: Step, elementId: string, waiting: Waiting): Occasion {
  const element = step.state.elements.get(waiting.scopeId) ?? null
  return {
    place: { scopeId: waiting.scopeId, instanceId: waiting.instanceId, elementInstanceId: element?.id ?? null },
    elementId,
    element,
  }
}

/** A condition that holds when it begins to be watched fires at once. */
function openCondition(
  step: Step,
  element: EventElement,
  definition: ConditionalDefinition,
  index: number,
  waiting: Waiting,
): void {
  const { variableName, variableEvents } = definition
  const subscription = subscribe(step, element.id, waiting, {
    kind: 'conditional',
    name: null,
    data: {
      index,
      ...(variableName === null ? {} : { variableName }),
      ...(variableEvents.length === 0 ? {} : { variableEvents }),
    },
  })
  if (isMet(step, occasionAt(step, element.id, waiting), definition.condition)) {
    schedule(step, waiting.scopeId, () => triggerEvent(step, subscription, []))
  }
}

/** The definition that a subscription or timer job stands for. */
export function definitionOf(
  step: Step,
  source: Subscription | Job,
): { element: FlowElement; definition: EventDefinition | null } {
  const element = getElement(getDefinition(step, source.instanceId), source.elementId)
  const definition = 'definitions' in element ? (element.definitions[Number(source.data?.index ?? 0)] ?? null) : null
  return { element, definition }
}

import type { FlowElement, Scope } from '@millrace/bpmn'
import { type Definition, getElement, isActivity, listBoundaryEvents } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import type { PlainVariable } from '../outcome.ts'
import type { ElementInstance } from '../state/rows.ts'
import { emit, fail, type Step, schedule } from '../step.ts'
import { openBoundaryEvents, openEventSubProcesses } from './catch-events.ts'
import { createDataObjects } from './data-objects.ts'
import { isFlowable } from './dialect.ts'
import { occasionOf } from './evaluate.ts'
import { mapInputs } from './io-mapping.ts'
import { createJob } from './jobs.ts'
import { complete } from './leave.ts'
import { runListeners } from './listeners.ts'
import { enterLoop, prepareRun } from './loops.ts'
import { isSkipped } from './skip.ts'
import { setLocalVariable } from './variables.ts'

/** A token on its way to an element. */
export interface Arrival {
  readonly definition: Definition
  readonly elementId: string
  readonly instanceId: string
  readonly scopeId: string
  readonly tokenId: string
  readonly flowId: string | null
  /** What the element is to know about its coming, such as which start event of an event sub-process fired. */
  readonly data?: ElementInstance['data']
  /** Set in the element instance before anything of it runs. */
  readonly variables?: readonly PlainVariable[]
}

/** Sends tokens to elements. Until they are there they keep their scope open. */
export function arrive(step: Step, arrivals: readonly Arrival[]): void {
  for (const { scopeId } of arrivals) step.arriving.set(scopeId, (step.arriving.get(scopeId) ?? 0) + 1)
  const [first] = arrivals
  // Camunda works a path off to where it waits before it begins the next; Flowable takes turns, element by element.
  const takesTurns = first !== undefined && isFlowable(first.definition)
  for (const arrival of takesTurns ? arrivals : arrivals.toReversed()) {
    const run = () => {
      step.arriving.set(arrival.scopeId, (step.arriving.get(arrival.scopeId) ?? 1) - 1)
      enter(step, arrival)
    }
    const operation = { scopeId: arrival.scopeId, towards: arrival.elementId, run }
    if (takesTurns) step.agenda.unshift(operation)
    else step.agenda.push(operation)
  }
}

function enter(step: Step, arrival: Arrival): void {
  const element = getElement(arrival.definition, arrival.elementId)
  if (element.async.before) waitBefore(step, element, arrival)
  else begin(step, element, arrival)
}

/** Continues a token that waited for its asynchronous continuation. */
export function enterAfterJob(step: Step, definition: Definition, waiting: ElementInstance): void {
  const element = getElement(definition, waiting.elementId)
  emit(step, { type: 'elementLeft', element: waiting, at: step.at, isCancelled: false, endsPath: false })
  const arrival = arrivalOf(definition, waiting)
  if (waiting.loop === 'run') beginRun(step, element, arrival, waiting.data, (run) => prepareRun(step, element, run))
  else begin(step, element, arrival)
}

export function arrivalOf(definition: Definition, element: ElementInstance): Arrival {
  const { elementId, instanceId, parentId, tokenId, flowId } = element
  return { definition, elementId, instanceId, scopeId: parentId, tokenId, flowId }
}

function begin(step: Step, element: FlowElement, arrival: Arrival): void {
  if (isActivity(element) && element.loop !== null) enterLoop(step, element, element.loop, arrival)
  else {
    const instance = createInstance(step, element, arrival, {})
    const place = { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id }
    for (const { name, value } of arrival.variables ?? []) setLocalVariable(step, place, instance.id, name, value)
    openInstance(step, element, instance)
  }
}

/** Begins one run of a multi-instance or loop activity; `data` holds its counters, `prepare` sets its variables. */
export function beginRun(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  data: ElementInstance['data'],
  prepare?: (run: ElementInstance) => void,
): ElementInstance {
  const instance = createInstance(step, element, arrival, { loop: 'run', data })
  prepare?.(instance)
  openInstance(step, element, instance)
  return instance
}

/** A token that waits for a job before it enters an element. */
export function waitBefore(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  more: Partial<ElementInstance> = {},
): ElementInstance {
  const waiting = createInstance(step, element, arrival, { ...more, state: 'before' })
  const async =
    more.loop === 'run' && isActivity(element) && element.loop?.kind === 'multi-instance'
      ? element.loop.async
      : element.async
  createJob(step, waiting, { kind: 'before', async })
  return waiting
}

export function createInstance(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  more: Partial<ElementInstance>,
): ElementInstance {
  if (--step.operationsLeft < 0) {
    fail(
      'engine.step-limit',
      `Expected the process to come to rest, but it still ran after its limit of steps, last at ${element.id}. Look for a loop without a task, an event or an end.`,
      { elementId: element.id },
    )
  }
  const id = step.newId()
  const hasOwnExecution = more.loop === 'run' || more.loop === 'body' || isScope(arrival.definition, element)
  const instance: ElementInstance = {
    id,
    instanceId: arrival.instanceId,
    parentId: arrival.scopeId,
    elementId: element.id,
    state: 'active',
    loop: null,
    tokenId: arrival.tokenId,
    executionId: hasOwnExecution && more.state !== 'before' ? id : arrival.tokenId,
    flowId: arrival.flowId,
    openChildren: 0,
    data: arrival.data ?? null,
    startedAt: step.at,
    ...more,
  }
  emit(step, { type: 'elementEntered', element: instance })
  return instance
}

/** From the row to the behaviour. Each part is an operation of its own, so that a condition can interrupt between. */
function openInstance(step: Step, element: FlowElement, instance: ElementInstance): void {
  schedule(
    step,
    instance.id,
    () => {
      if (isFlowScope(element)) createDataObjects(step, instance, element.id)
      mapInputs(step, element, instance)
      if (instance.loop === null) openBoundaryEvents(step, element, instance)
      if (isFlowScope(element))
        openEventSubProcesses(step, element.id, { scopeId: instance.id, instanceId: instance.instanceId })
    },
    () => runListeners(step, element.listeners, 'start', instance),
    () => {
      if (isActivity(element) && isSkipped(step, occasionOf(instance), element.skipExpression)) complete(step, instance)
      else behaviorOf(element).onEnter(step, element, instance)
    },
  )
}

export function isFlowScope(element: FlowElement): element is Scope {
  return element.type === 'subProcess' || element.type === 'transaction' || element.type === 'adHocSubProcess'
}

const scopeTypes = new Set<FlowElement['type']>([
  'subProcess',
  'transaction',
  'adHocSubProcess',
  'callActivity',
  'receiveTask',
  'eventBasedGateway',
])

/** Whether Camunda gives the element an execution of its own. Shows only in execution ids. */
function isScope(definition: Definition, element: FlowElement): boolean {
  if (scopeTypes.has(element.type) || element.io !== null) return true
  if (element.type === 'intermediateCatchEvent') return element.definitions.some(({ kind }) => kind !== 'link')
  if ('implementation' in element && element.implementation.kind === 'external') return true
  return listBoundaryEvents(definition, element).some(({ definitions }) => definitions[0]?.kind !== 'compensate')
}

import { type FlowElement, indexModel, isActivity, isScope } from '@millrace/bpmn'
import { type Definition, getElement } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import type { PlainVariable } from '../outcome.ts'
import { noNotes } from '../state/data/job-data.ts'
import type { ElementInstance } from '../state/rows.ts'
import { emit, fail, type Step, schedule, stepLimitOf } from '../step.ts'
import { asyncOf } from './async-of.ts'
import { interruptScope } from './cancel.ts'
import { openBoundaryEvents, openEventSubProcesses } from './catch-events.ts'
import { createDataObjects } from './data-objects.ts'
import { occasionOf } from './evaluate.ts'
import { mapInputs } from './io-mapping.ts'
import { createJob } from './jobs.ts'
import { complete } from './leave.ts'
import { runStartListeners } from './listeners.ts'
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
  /** What happens on the way, just before. */
  readonly onTake?: () => void
  /** Set in the element instance before anything of it runs. */
  readonly variables?: readonly PlainVariable[]
}

/** Sends tokens to elements. Until they are there they keep their scope open. */
export function arrive(step: Step, arrivals: readonly Arrival[]): void {
  step.isMoving = true
  for (const { scopeId } of arrivals) step.arriving.set(scopeId, (step.arriving.get(scopeId) ?? 0) + 1)
  const [first] = arrivals
  // Camunda works a path off to where it waits before it begins the next; Flowable takes turns, element by element.
  const takesTurns = first?.definition.semantics.pathsTakeTurns === true
  for (const arrival of takesTurns ? arrivals : arrivals.toReversed()) {
    const run = () => {
      step.arriving.set(arrival.scopeId, (step.arriving.get(arrival.scopeId) ?? 1) - 1)
      arrival.onTake?.()
      enter(step, arrival)
    }
    const operation = { scopeId: arrival.scopeId, towards: arrival.elementId, run }
    if (takesTurns) step.agenda.unshift(operation)
    else step.agenda.push(operation)
  }
}

function enter(step: Step, arrival: Arrival): void {
  const element = getElement(arrival.definition, arrival.elementId)
  const { semantics } = arrival.definition
  if (!element.async.before || (element.type === 'boundaryEvent' && !semantics.boundaryEventsWaitBefore)) {
    begin(step, element, arrival)
    return
  }
  if (endsScope(element) && semantics.endsScopeBeforeJob) interruptScope(step, arrival.scopeId)
  waitBefore(step, element, arrival)
}

function endsScope(element: FlowElement): boolean {
  return (
    element.type === 'endEvent' && element.definitions.some(({ kind }) => kind === 'terminate' || kind === 'cancel')
  )
}

/** Continues a token that waited for its asynchronous continuation. */
export function enterAfterJob(step: Step, definition: Definition, waiting: ElementInstance): void {
  step.isMoving = true
  const element = getElement(definition, waiting.elementId)
  const variables = step.state.variables
    .ownedBy(waiting.id)
    .flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  emit(step, { type: 'elementLeft', element: waiting, at: step.at, isCancelled: false, endsPath: false })
  const arrival = { ...arrivalOf(definition, waiting), data: waiting.data, variables }
  if (waiting.loop === 'run') beginRun(step, element, arrival, (run) => prepareRun(step, element, run))
  else begin(step, element, arrival)
}

/** The way on from where an element instance came. */
export function arrivalOf(definition: Definition, element: ElementInstance): Arrival {
  const { elementId, instanceId, parentId, tokenId, flowId } = element
  return { definition, elementId, instanceId, scopeId: parentId, tokenId, flowId }
}

function begin(step: Step, element: FlowElement, arrival: Arrival): void {
  if (isActivity(element) && element.loop !== null) {
    enterLoop(step, element, element.loop, arrival)
    return
  }
  const instance = createInstance(step, element, arrival, {})
  setArrived(step, instance, arrival)
  openInstance(step, element, instance)
}

/** Begins one run of a multi-instance or loop activity; `arrival.data` holds its index, `prepare` sets its variables. */
export function beginRun(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  prepare?: (run: ElementInstance) => void,
): void {
  const instance = createInstance(step, element, arrival, { loop: 'run' })
  prepare?.(instance)
  openInstance(step, element, instance)
}

/** A token that waits for a job before it enters an element, or before it begins a run of it. */
export function waitBefore(step: Step, element: FlowElement, arrival: Arrival, loop: 'run' | null = null): void {
  const waiting = createInstance(step, element, arrival, { loop, state: 'before' })
  setArrived(step, waiting, arrival)
  createJob(step, waiting, { kind: 'before', data: noNotes, async: asyncOf(element, loop) })
}

export function createInstance(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  { loop = null, state = 'active' }: Partial<Pick<ElementInstance, 'loop' | 'state'>>,
): ElementInstance {
  if (--step.operationsLeft < 0) {
    fail(
      'engine.step-limit',
      `Expected the process to come to rest, but it still ran after its limit of ${stepLimitOf(step)} steps, last at ${element.id}. Look for a loop without a task, an event or an end.`,
      { elementId: element.id, instanceId: arrival.instanceId, detail: { limit: stepLimitOf(step) } },
    )
  }
  const id = step.newId()
  const hasOwnExecution = loop !== null || hasExecution(arrival.definition, element)
  const instance: ElementInstance = {
    id,
    instanceId: arrival.instanceId,
    parentId: arrival.scopeId,
    elementId: element.id,
    state,
    loop,
    tokenId: arrival.tokenId,
    executionId: hasOwnExecution && state !== 'before' ? id : arrival.tokenId,
    flowId: arrival.flowId,
    openChildren: 0,
    data: arrival.data ?? null,
    startedAt: step.at,
  }
  emit(step, { type: 'elementEntered', element: instance })
  return instance
}

function setArrived(step: Step, instance: ElementInstance, { variables = [] }: Arrival): void {
  const place = { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id }
  for (const { name, value } of variables) setLocalVariable(step, place, instance.id, name, value)
}

/** From the row to the behaviour. A condition that holds then can interrupt between. */
function openInstance(step: Step, element: FlowElement, instance: ElementInstance): void {
  schedule(
    step,
    instance.id,
    () => {
      if (isScope(element)) createDataObjects(step, instance, element.id)
      mapInputs(step, element, instance)
      if (instance.loop === null) openBoundaryEvents(step, element, instance)
      if (isScope(element))
        openEventSubProcesses(step, element.id, { scopeId: instance.id, instanceId: instance.instanceId })
      runStartListeners(step, element, instance)
    },
    () => {
      if (isActivity(element) && isSkipped(step, occasionOf(instance), element.skipExpression)) complete(step, instance)
      else behaviorOf(element).onEnter(step, element, instance)
    },
  )
}

const typesWithExecution = new Set<FlowElement['type']>([
  'subProcess',
  'transaction',
  'adHocSubProcess',
  'callActivity',
  'receiveTask',
  'eventBasedGateway',
])

/** Whether Camunda gives the element an execution of its own. Shows only in execution ids. */
function hasExecution({ model }: Definition, element: FlowElement): boolean {
  if (typesWithExecution.has(element.type) || element.io !== null) return true
  if (element.type === 'intermediateCatchEvent') return element.definitions.some(({ kind }) => kind !== 'link')
  if ('implementation' in element && element.implementation.kind === 'external') return true
  return indexModel(model)
    .listBoundaryEvents(element.id)
    .some(({ definitions }) => definitions[0]?.kind !== 'compensate')
}

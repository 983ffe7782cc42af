import { type FlowElement, isActivity, isScope } from '@millrace/bpmn'
import { behaviorOf, loopBehaviorOf } from '../../behavior.ts'
import { type Definition, getElement } from '../../definition.ts'
import { noNotes } from '../../state/data/job-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, type Step, schedule } from '../../step.ts'
import { openBoundaryEvents, openEventSubProcesses } from '../events/catch-events.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { isSkipped } from '../expressions/skip.ts'
import { createJob } from '../jobs/jobs.ts'
import { enterLoop } from '../loops/enter-loop.ts'
import { createDataObjects } from '../variables/data-objects.ts'
import { mapInputs } from '../variables/io-mapping.ts'
import { setLocalVariable } from '../variables/variables.ts'
import { asyncOf } from './async-of.ts'
import { interruptScope } from './cancel.ts'
import { type Arrival, arrivalOf, createInstance } from './create-instance.ts'
import { runStartListeners } from './listeners.ts'

/** Sends tokens to elements. Until tokens have arrived, they keep their scope open. */
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
  if (semantics.endsScopeBeforeJob && behaviorOf(step, element).endsScope?.(element) === true)
    interruptScope(step, arrival.scopeId)
  waitBefore(step, element, arrival)
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
  if (waiting.loop === 'run') beginRun(step, element, arrival, (run) => beginAfterJob(step, element, run))
  else begin(step, element, arrival)
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

/**
 * Begins one run of a multi-instance or loop activity; `arrival.data` holds its index, `prepare` sets its variables.
 */
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

/** A run that waited for its job. */
function beginAfterJob(step: Step, element: FlowElement, run: ElementInstance): void {
  if (isActivity(element) && element.loop !== null)
    loopBehaviorOf(step, element.loop).onRunBegin?.(step, element.loop, run)
}

/** Makes a token wait for a job before it enters an element, or before a run. */
export function waitBefore(step: Step, element: FlowElement, arrival: Arrival, loop: 'run' | null = null): void {
  const waiting = createInstance(step, element, arrival, { loop, state: 'before' })
  setArrived(step, waiting, arrival)
  createJob(step, waiting, { kind: 'before', data: noNotes, async: asyncOf(element, loop) })
}

/** Sets the variables that arrived with a token as local variables of the element instance. */
export function setArrived(
  step: Step,
  instance: ElementInstance,
  { variables = [] }: Pick<Arrival, 'variables'>,
): void {
  const place = { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id }
  for (const { name, value } of variables) setLocalVariable(step, place, instance.id, name, value)
}

/** From the row to the behaviour. A condition that holds then can interrupt between. */
function openInstance(step: Step, element: FlowElement, instance: ElementInstance): void {
  schedule(
    step,
    instance.id,
    () => prepareInstance(step, element, instance),
    () => {
      const skips = isActivity(element) && isSkipped(step, occasionOf(instance), element.skipExpression)
      const { onEnter } = skips ? step.behaviors.skipped : behaviorOf(step, element)
      onEnter(step, element, instance)
    },
  )
}

/**
 * Prepares an element instance when it is entered: data objects, inputs, boundary events, event sub-processes and start
 * listeners.
 */
export function prepareInstance(step: Step, element: FlowElement, instance: ElementInstance): void {
  if (isScope(element)) createDataObjects(step, instance, element.id)
  mapInputs(step, element, instance)
  if (instance.loop === null) openBoundaryEvents(step, element, instance)
  if (isScope(element))
    openEventSubProcesses(step, element.id, { scopeId: instance.id, instanceId: instance.instanceId })
  runStartListeners(step, element, instance)
}

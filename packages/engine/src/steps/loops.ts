import type { Activity, FlowElement, MultiInstance, StandardLoop } from '@millrace/bpmn'
import { type Definition, getElement } from '../definition.ts'
import type { ElementInstance } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { emit, fail, getDefinition, getElementInstance, listChildInstances, type Step, schedule } from '../step.ts'
import { aggregateResults } from './aggregation.ts'
import { cancelElement, closeOwned } from './cancel.ts'
import { openBoundaryEvents } from './catch-events.ts'
import { type Arrival, arrivalOf, beginRun, createInstance, waitBefore } from './enter.ts'
import { evaluate, evaluateCondition, occasionOf } from './evaluate.ts'
import { leave } from './leave.ts'
import { type Place, readVariable, setLocalVariable } from './variables.ts'

/** An activity that runs several times: a body holds the counters and the boundary events, each run is inside it. */
export function enterLoop(step: Step, element: Activity, loop: MultiInstance | StandardLoop, arrival: Arrival): void {
  const body = createInstance(step, element, arrival, { loop: 'body' })
  openBoundaryEvents(step, element, body)
  schedule(step, body.id, () => {
    if (loop.kind === 'standard') continueStandardLoop(step, arrival.definition, element, loop, body, 0)
    else startMultiInstance(step, arrival.definition, element, loop, body)
  })
}

/** A run has completed. */
export function afterRun(step: Step, definition: Definition, element: FlowElement, run: ElementInstance): void {
  const loop = (element as Activity).loop
  const body = getElementInstance(step, run.parentId)
  const index = Number(run.data?.index ?? 0)
  if (loop?.kind === 'standard') continueStandardLoop(step, definition, element as Activity, loop, body, index + 1)
  else if (loop?.kind === 'multi-instance')
    continueMultiInstance(step, definition, element as Activity, loop, body, index)
}

// --- multi-instance, BPMN 2.0, 13.3.7 -----------------------------------------------------------

function startMultiInstance(
  step: Step,
  definition: Definition,
  element: Activity,
  loop: MultiInstance,
  body: ElementInstance,
): void {
  const items = loop.collection === null ? null : readCollection(step, loop, body)
  const count = items?.length ?? readCardinality(step, loop, body)
  step.operationsLeft += count * 100
  count > 0 &&
    setCounters(step, body, {
      nrOfInstances: count,
      nrOfActiveInstances: loop.isSequential ? 1 : count,
      nrOfCompletedInstances: 0,
    })
  if (count === 0) {
    completeBody(step, definition, element, body)
    return
  }
  const indexes = loop.isSequential ? [0] : Array.from({ length: count }, (_, index) => index)
  schedule(
    step,
    body.id,
    ...indexes.map((index) => () => startRun(step, definition, element, loop, body, index, items)),
  )
}

function continueMultiInstance(
  step: Step,
  definition: Definition,
  element: Activity,
  loop: MultiInstance,
  body: ElementInstance,
  index: number,
): void {
  const total = counter(step, body, 'nrOfInstances')
  const completed = counter(step, body, 'nrOfCompletedInstances') + 1
  const active = loop.isSequential ? 1 : counter(step, body, 'nrOfActiveInstances') - 1
  setCounters(step, body, {
    nrOfCompletedInstances: completed,
    ...(loop.isSequential ? {} : { nrOfActiveInstances: active }),
  })
  const isDone =
    completed >= total ||
    (loop.completionCondition !== null && evaluateCondition(step, occasionOf(body), loop.completionCondition))
  if (isDone) {
    if (completed < total) for (const child of listChildInstances(step, body.id)) cancelElement(step, child)
    completeBody(step, definition, element, body)
  } else if (loop.isSequential) startRun(step, definition, element, loop, body, index + 1, null)
}

function startRun(
  step: Step,
  definition: Definition,
  element: Activity,
  loop: MultiInstance,
  body: ElementInstance,
  index: number,
  items: readonly unknown[] | null,
): void {
  const arrival = { ...arrivalOf(definition, body), scopeId: body.id, tokenId: body.executionId }
  const data = { index }
  if (loop.async.before) {
    waitBefore(step, element, arrival, { loop: 'run', data })
    return
  }
  const known = items ?? (loop.collection === null ? null : readCollection(step, loop, body))
  beginRun(step, element, arrival, data, (run) => setRunVariables(step, loop, run, known))
}

/** The variables of a run that waited for its job. */
export function prepareRun(step: Step, element: FlowElement, run: ElementInstance): void {
  const loop = (element as Activity).loop
  if (loop?.kind !== 'multi-instance') return
  const body = getElementInstance(step, run.parentId)
  setRunVariables(step, loop, run, loop.collection === null ? null : readCollection(step, loop, body))
}

function setRunVariables(
  step: Step,
  loop: MultiInstance,
  run: ElementInstance,
  items: readonly unknown[] | null,
): void {
  const index = Number(run.data?.index ?? 0)
  const place: Place = { scopeId: run.id, instanceId: run.instanceId, elementInstanceId: run.id }
  setLocalVariable(step, place, run.id, loop.indexVariable ?? 'loopCounter', fromPlain(index))
  if (loop.elementVariable !== null && items !== null)
    setLocalVariable(step, place, run.id, loop.elementVariable, fromPlain(items[index]))
}

/** Cancels the runs that are left and completes the body. */
export function endLoop(step: Step, body: ElementInstance): void {
  const definition = getDefinition(step, body.instanceId)
  for (const child of listChildInstances(step, body.id)) cancelElement(step, child)
  completeBody(step, definition, getElement(definition, body.elementId) as Activity, body)
}

function completeBody(step: Step, definition: Definition, element: Activity, body: ElementInstance): void {
  if (element.loop?.kind === 'multi-instance') aggregateResults(step, element.loop, body)
  closeOwned(step, body.id, 'completed')
  const left = getElementInstance(step, body.id)
  emit(step, { type: 'elementLeft', element: left, at: step.at, isCancelled: false, endsPath: false })
  schedule(step, left.parentId, () => leave(step, definition, element, left))
}

function readCardinality(step: Step, loop: MultiInstance, body: ElementInstance): number {
  const value = loop.cardinality === null ? null : evaluate(step, occasionOf(body), loop.cardinality)
  const count = typeof value === 'string' ? Number(value) : value
  if ((typeof count === 'number' && Number.isInteger(count) && count >= 0) || typeof count === 'bigint')
    return Number(count)
  return fail(
    'engine.value-invalid',
    `Expected the number of instances of ${body.elementId} to be a whole number of 0 or more, but “${loop.cardinality?.text ?? ''}” gave ${String(value)}.`,
    { element: body },
  )
}

function readCollection(step: Step, loop: MultiInstance, body: ElementInstance): readonly unknown[] {
  const text = loop.collection
  if (text === null) return []
  const value =
    text.language === 'literal' ? readVariable(step, body.id, text.text.trim()) : evaluate(step, occasionOf(body), text)
  const list = typeof value === 'string' ? readVariable(step, body.id, value) : value
  if (Array.isArray(list)) return list
  return fail(
    'engine.value-invalid',
    `Expected the collection of ${body.elementId} to be a list, but “${text.text}” gave ${list === undefined || list === null ? 'nothing' : typeof list}. Set the variable to a list before this step.`,
    { element: body, detail: { expression: text.text } },
  )
}

const counters = ['nrOfInstances', 'nrOfActiveInstances', 'nrOfCompletedInstances'] as const

function counter(step: Step, body: ElementInstance, name: (typeof counters)[number]): number {
  return Number(readVariable(step, body.id, name) ?? 0)
}

function setCounters(
  step: Step,
  body: ElementInstance,
  values: Partial<Record<(typeof counters)[number], number>>,
): void {
  const place: Place = { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
  for (const [name, value] of Object.entries(values)) setLocalVariable(step, place, body.id, name, fromPlain(value))
}

// --- standard loop, BPMN 2.0, 13.3.6 ------------------------------------------------------------

function continueStandardLoop(
  step: Step,
  definition: Definition,
  element: Activity,
  loop: StandardLoop,
  body: ElementInstance,
  index: number,
): void {
  const place: Place = { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
  setLocalVariable(step, place, body.id, 'loopCounter', fromPlain(index))
  const mayTest = loop.testBefore || index > 0
  const isOver = loop.maximum !== null && index >= loop.maximum
  const goesOn =
    !isOver && (!mayTest || loop.condition === null || evaluateCondition(step, occasionOf(body), loop.condition))
  if (goesOn && (index === 0 || loop.condition !== null || loop.maximum !== null)) {
    beginRun(step, element, { ...arrivalOf(definition, body), scopeId: body.id, tokenId: body.executionId }, { index })
  } else completeBody(step, definition, element, body)
}

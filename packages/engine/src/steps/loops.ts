import type { Activity, FlowElement, MultiInstance, StandardLoop } from '@millrace/bpmn'
import { isActivity } from '@millrace/bpmn'
import { type Definition, getElement } from '../definition.ts'
import { runIndexOf } from '../state/data/element-data.ts'
import type { ElementInstance } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { aggregateResults } from './aggregation.ts'
import { cancelChildren } from './cancel.ts'
import { openBoundaryEvents } from './catch-events.ts'
import { closeOwned } from './close-owned.ts'
import { type Arrival, createInstance } from './enter.ts'
import { goOn } from './leave.ts'
import { continueMultiInstance, setRunVariables, startMultiInstance } from './multi-instance.ts'
import { continueStandardLoop } from './standard-loop.ts'

/** An activity that runs several times: a body holds the counters and the boundary events, each run is inside it. */
export interface LoopBody<L extends MultiInstance | StandardLoop = MultiInstance | StandardLoop> {
  readonly definition: Definition
  readonly element: Activity
  readonly loop: L
  readonly body: ElementInstance
}

export function enterLoop(step: Step, element: Activity, loop: MultiInstance | StandardLoop, arrival: Arrival): void {
  const body = createInstance(step, element, arrival, { loop: 'body' })
  const { definition } = arrival
  schedule(
    step,
    body.id,
    () => openBoundaryEvents(step, element, body),
    () => {
      if (loop.kind === 'standard') continueStandardLoop(step, { definition, element, loop, body }, 0)
      else startMultiInstance(step, { definition, element, loop, body })
    },
  )
}

/** A run has completed. */
export function afterRun(step: Step, definition: Definition, element: FlowElement, run: ElementInstance): void {
  if (!isActivity(element) || element.loop === null) return
  const { loop } = element
  const body = getElementInstance(step, run.parentId)
  if (loop.kind === 'standard') continueStandardLoop(step, { definition, element, loop, body }, runIndexOf(run) + 1)
  else continueMultiInstance(step, { definition, element, loop, body }, run)
}

/** Sets the variables of a run that waited for its job. */
export function prepareRun(step: Step, element: FlowElement, run: ElementInstance): void {
  if (isActivity(element) && element.loop?.kind === 'multi-instance') setRunVariables(step, element.loop, run)
}

/** Cancels the runs that are left and completes the body. */
export function endLoop(step: Step, body: ElementInstance): void {
  const definition = getDefinition(step, body.instanceId)
  const element = getElement(definition, body.elementId)
  cancelChildren(step, body.id)
  if (isActivity(element) && element.loop !== null)
    completeBody(step, { definition, element, loop: element.loop, body })
}

/** The loop is over: on from the activity as a whole. */
export function completeBody(step: Step, { definition, element, loop, body }: LoopBody): void {
  if (loop.kind === 'multi-instance') aggregateResults(step, loop, body)
  closeOwned(step, body.id, 'completed')
  const left = getElementInstance(step, body.id)
  emit(step, { type: 'elementLeft', element: left, at: step.at, isCancelled: false, endsPath: false })
  schedule(step, left.parentId, () => goOn(step, definition, element, left))
}

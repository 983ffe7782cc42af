import { type FlowElement, isActivity, type SequenceFlow } from '@millrace/bpmn'
import { behaviorOf, loopBehaviorOf } from '../../behavior.ts'
import { type Definition, getElement, getFlow } from '../../definition.ts'
import { noNotes } from '../../state/data/job-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../../step.ts'
import { afterHandler, keepCompensable } from '../compensation/compensation.ts'
import { dropKeptInside } from '../compensation/kept-scopes.ts'
import { selectConditional } from '../flows/select-flows.ts'
import { inTurn, takeFlows, tokensFor } from '../flows/take-flows.ts'
import { createJob } from '../jobs/jobs.ts'
import { afterRun } from '../loops/after-run.ts'
import { mapOutputs } from '../variables/io-mapping.ts'
import { asyncOf } from './async-of.ts'
import { closeOwned } from './close-owned.ts'
import { closeStarts } from './close-starts.ts'
import { arrivalOf, createInstance } from './create-instance.ts'
import { runEndListeners } from './listeners.ts'

/** Completes an element instance: runs its listeners and output mappings, then takes its outgoing flows. */
export function complete(step: Step, instance: ElementInstance): void {
  finish(step, instance, { onward: (left, definition, element) => goOn(step, definition, element, left) })
}

/**
 * Ends a path at an activity that was abandoned: no flow is taken, and nothing can be compensated. A run of a loop
 * counts like others.
 */
export function abandon(step: Step, instance: ElementInstance): void {
  const onward: Finish['onward'] = (left, definition, element) => endAbandoned(step, definition, element, left)
  finish(step, instance, { onward, isCompensable: false, abandons: true })
}

function endAbandoned(step: Step, definition: Definition, element: FlowElement, left: ElementInstance): void {
  if (left.loop === 'run') afterRun(step, definition, element, left)
  else onTo(step, definition, element, { left, flows: [] })
}

/** Completes an element instance whose token continues elsewhere than by its flows. */
export function completeTo(step: Step, instance: ElementInstance, onward: (left: ElementInstance) => void): void {
  finish(step, instance, { onward, isCompensable: false })
}

interface Finish {
  readonly onward: (left: ElementInstance, definition: Definition, element: FlowElement) => void
  readonly isCompensable?: boolean
  readonly abandons?: boolean
}

function finish(
  step: Step,
  instance: ElementInstance,
  { onward, isCompensable = true, abandons = false }: Finish,
): void {
  const definition = getDefinition(step, instance.instanceId)
  const element = getElement(definition, instance.elementId)
  schedule(
    step,
    instance.id,
    () => runEndListeners(step, element, instance),
    () => {
      if (instance.loop === 'run' && isActivity(element) && element.loop !== null)
        loopBehaviorOf(step, element.loop).onRunDone?.(step, element.loop, instance)
      mapOutputs(step, element, instance)
      if (staysUntilJob(step, definition, element, { instance, abandons })) return
      const left = closeCompleted(step, definition, element, { instance, isCompensable })
      schedule(step, left.parentId, () => onward(left, definition, element))
    },
  )
}

/**
 * Flowable's asynchronous leave keeps the activity open until its job has run, Camunda's where the path ends with it.
 */
function staysUntilJob(
  step: Step,
  definition: Definition,
  element: FlowElement,
  { instance, abandons }: { instance: ElementInstance; abandons: boolean },
): boolean {
  const async = asyncOf(element, instance.loop)
  if (!async.after || instance.data?.kind === 'leaving') return false
  const { staysOpenUntilLeft, endOfPathWaitsForJob } = definition.semantics
  if (!staysOpenUntilLeft && !(endOfPathWaitsForJob && endsPath(element, { instance, abandons }))) return false
  if (staysOpenUntilLeft) closeStarts(step, definition, instance.id)
  const data = { kind: 'leaving', before: instance.data, abandons } as const
  emit(step, { type: 'elementChanged', id: instance.id, patch: { data } })
  createJob(step, getElementInstance(step, instance.id), { kind: 'after', data: noNotes, async })
  return true
}

function endsPath(
  element: FlowElement,
  { instance, abandons }: { instance: ElementInstance; abandons: boolean },
): boolean {
  if (!isActivity(element) || element.isForCompensation || instance.loop === 'run') return false
  return abandons || element.outgoing.length === 0
}

function closeCompleted(
  step: Step,
  definition: Definition,
  element: FlowElement,
  { instance, isCompensable }: { instance: ElementInstance; isCompensable: boolean },
): ElementInstance {
  const current = getElementInstance(step, instance.id)
  if (isCompensable && keepCompensable(step, definition, element, current)) return current
  dropKeptInside(step, current.id)
  closeOwned(step, current.id, 'completed')
  const endsPath = behaviorOf(step, element).endsPath === true
  emit(step, { type: 'elementLeft', element: current, at: step.at, isCancelled: false, endsPath })
  return current
}

/**
 * Continues the token of an element instance that has left: at the body of its loop, at the thrower of a compensation,
 * or by the outgoing flows.
 */
export function goOn(step: Step, definition: Definition, element: FlowElement, left: ElementInstance): void {
  if (left.loop === 'run') leaveRun(step, definition, element, left)
  else if (isActivity(element) && element.isForCompensation) afterHandler(step, left)
  else leave(step, definition, element, left)
}

function leaveRun(step: Step, definition: Definition, element: FlowElement, left: ElementInstance): void {
  const async = asyncOf(element, 'run')
  if (!async.after || left.data?.kind === 'leaving') {
    afterRun(step, definition, element, left)
    return
  }
  const arrival = { ...arrivalOf(definition, left), data: left.data }
  createJob(step, createInstance(step, element, arrival, { state: 'after', loop: 'run' }), {
    kind: 'after',
    data: noNotes,
    async,
  })
}

/** On from an element that is done: by its flows, each through a job of its own when it continues asynchronously. */
function leave(step: Step, definition: Definition, element: FlowElement, left: ElementInstance): void {
  const { selectFlows = selectConditional } = behaviorOf(step, element)
  onTo(step, definition, element, { left, flows: selectFlows(step, element, left) })
}

interface Turn {
  readonly left: ElementInstance
  readonly flows: readonly SequenceFlow[]
}

function onTo(step: Step, definition: Definition, element: FlowElement, turn: Turn): void {
  const { left, flows } = turn
  if (element.async.after && left.data?.kind !== 'leaving') waitAfter(step, definition, element, turn)
  else takeFlows(step, definition, left, flows)
}

function waitAfter(step: Step, definition: Definition, element: FlowElement, { left, flows }: Turn): void {
  const arrival = arrivalOf(definition, left)
  const ways = [...tokensFor(step, left, flows.length).entries()]
  for (const [index, tokenId] of inTurn(step, definition, ways)) {
    const data = { kind: 'taking', flowId: flows[index]?.id ?? null } as const
    const waiting = createInstance(step, element, { ...arrival, tokenId, data }, { state: 'after' })
    createJob(step, waiting, { kind: 'after', data: noNotes, async: element.async })
  }
}

/** Continues a token that waited for its asynchronous continuation after an element. */
export function leaveAfterJob(step: Step, definition: Definition, waiting: ElementInstance): void {
  const element = getElement(definition, waiting.elementId)
  if (waiting.data?.kind === 'leaving') {
    const { abandons } = waiting.data
    const onward = abandons ? endAbandoned : goOn
    const left = closeCompleted(step, definition, element, { instance: waiting, isCompensable: !abandons })
    schedule(step, left.parentId, () => onward(step, definition, element, left))
    return
  }
  emit(step, { type: 'elementLeft', element: waiting, at: step.at, isCancelled: false, endsPath: false })
  if (waiting.loop === 'run') {
    afterRun(step, definition, element, waiting)
    return
  }
  const flowId = waiting.data?.kind === 'taking' ? waiting.data.flowId : null
  takeFlows(step, definition, waiting, flowId === null ? [] : [getFlow(definition, flowId)])
}

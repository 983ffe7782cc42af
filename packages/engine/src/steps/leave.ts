import type { FlowElement, SequenceFlow } from '@millrace/bpmn'
import { type Definition, getElement, getFlow, isActivity } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import type { ElementInstance } from '../state/rows.ts'
import { emit, fail, getDefinition, getElementInstance, isOpenScope, type Step, schedule } from '../step.ts'
import { keepResult } from './aggregation.ts'
import { closeOwned } from './cancel.ts'
import { afterHandler, endCompensatedScope, registerCompensation } from './compensation.ts'
import { isFlowable } from './dialect.ts'
import { arrive, createInstance } from './enter.ts'
import { evaluateCondition, occasionOf } from './evaluate.ts'
import { endInstance } from './instances.ts'
import { mapOutputs } from './io-mapping.ts'
import { createJob } from './jobs.ts'
import { runFlowListeners, runListeners } from './listeners.ts'
import { afterRun } from './loops.ts'
import { isSkipEnabled } from './skip.ts'

/** Completes an element instance: listeners, output mappings, then on by its flows. */
export function complete(step: Step, instance: ElementInstance): void {
  finish(step, instance, { onward: goOn, isCompensable: true })
}

/** Ends a path at an activity that did not do what it is for: no flow is taken, nothing can be compensated. */
export function abandon(step: Step, instance: ElementInstance): void {
  finish(step, instance, {
    onward: (left, _step, definition, element) => onTo(step, definition, element, left, []),
    isCompensable: false,
  })
}

interface Finish {
  readonly onward: (left: ElementInstance, step: Step, definition: Definition, element: FlowElement) => void
  readonly isCompensable: boolean
}

function finish(step: Step, instance: ElementInstance, { onward, isCompensable }: Finish): void {
  const definition = getDefinition(step, instance.instanceId)
  const element = getElement(definition, instance.elementId)
  schedule(
    step,
    instance.id,
    () => runListeners(step, element.listeners, 'end', instance),
    () => {
      if (instance.loop === 'run' && isActivity(element) && element.loop?.kind === 'multi-instance')
        keepResult(step, element.loop, instance)
      mapOutputs(step, element, instance)
      // Flowable's asynchronous leave keeps the activity open until its job has run.
      if (element.async.after && isFlowable(definition) && instance.data?.leaves !== true) {
        emit(step, { type: 'elementChanged', id: instance.id, patch: { data: { ...instance.data, leaves: true } } })
        createJob(step, getElementInstance(step, instance.id), { kind: 'after', async: element.async })
        return
      }
      const left = closeCompleted(step, definition, element, getElementInstance(step, instance.id), isCompensable)
      schedule(step, left.parentId, () => onward(left, step, definition, element))
    },
  )
}

function closeCompleted(
  step: Step,
  definition: Definition,
  element: FlowElement,
  instance: ElementInstance,
  isCompensable: boolean,
): ElementInstance {
  const isKept = isCompensable && registerCompensation(step, definition, element, instance)
  closeOwned(step, instance.id, 'completed', { keepsCompensation: isKept })
  if (isKept) emit(step, { type: 'elementKept', element: instance, at: step.at })
  else
    emit(step, {
      type: 'elementLeft',
      element: instance,
      at: step.at,
      isCancelled: false,
      endsPath: element.type === 'endEvent',
    })
  return instance
}

function goOn(left: ElementInstance, step: Step, definition: Definition, element: FlowElement): void {
  if (isActivity(element) && element.isForCompensation && left.loop !== 'run') afterHandler(step, left)
  else if (left.loop === 'run') afterRun(step, definition, element, left)
  else leave(step, definition, element, left)
}

/** On from an element that is done: by its flows, each through a job of its own when it continues asynchronously. */
export function leave(step: Step, definition: Definition, element: FlowElement, left: ElementInstance): void {
  onTo(
    step,
    definition,
    element,
    left,
    behaviorOf(element).selectFlows?.(step, element, left) ?? selectConditional(step, definition, element, left),
  )
}

function onTo(
  step: Step,
  definition: Definition,
  element: FlowElement,
  left: ElementInstance,
  flows: readonly SequenceFlow[],
): void {
  if (!element.async.after || left.data?.leaves === true) {
    takeGiven(step, definition, left, flows)
    return
  }
  const { instanceId, parentId: scopeId, flowId } = left
  for (const [index, tokenId] of tokensFor(step, left, flows.length).entries()) {
    const data = { takes: flows[index]?.id ?? null }
    const waiting = createInstance(
      step,
      element,
      { definition, elementId: element.id, instanceId, scopeId, tokenId, flowId, data },
      { state: 'after' },
    )
    createJob(step, waiting, { kind: 'after', async: element.async })
  }
}

/** Continues a token that waited for its asynchronous continuation after an element. */
export function leaveAfterJob(step: Step, definition: Definition, waiting: ElementInstance): void {
  if (waiting.data?.leaves === true) {
    const element = getElement(definition, waiting.elementId)
    const left = closeCompleted(step, definition, element, waiting, true)
    schedule(step, left.parentId, () => goOn(left, step, definition, element))
    return
  }
  emit(step, { type: 'elementLeft', element: waiting, at: step.at, isCancelled: false, endsPath: false })
  const takes = waiting.data?.takes
  takeGiven(step, definition, waiting, typeof takes === 'string' ? [getFlow(definition, takes)] : [])
}

/** Takes exactly these flows; with none the path ends here. */
export function takeGiven(
  step: Step,
  definition: Definition,
  left: ElementInstance,
  flows: readonly SequenceFlow[],
): void {
  if (flows.length === 0) {
    endPath(step, left.parentId)
    return
  }
  for (const flow of flows) runFlowListeners(step, flow, left)
  const { instanceId, parentId: scopeId } = left
  const tokens = tokensFor(step, left, flows.length)
  arrive(
    step,
    flows.map((flow, index) => ({
      definition,
      elementId: flow.targetId,
      instanceId,
      scopeId,
      tokenId: tokens[index] as string,
      flowId: flow.id,
    })),
  )
}

/** One flow carries the token on; a fork makes new ones, except that a token that is already concurrent goes first. */
function tokensFor(step: Step, left: ElementInstance, count: number): string[] {
  if (count <= 1) return [left.tokenId]
  const scopeToken = step.state.elements.get(left.parentId)?.executionId ?? left.instanceId
  return Array.from({ length: count }, (_, index) =>
    index === 0 && left.tokenId !== scopeToken ? left.tokenId : step.newId(),
  )
}

/**
 * BPMN 2.0, 13.2.1: every flow without a condition and every flow whose condition holds; the default flow when no
 * condition holds. An element without outgoing flows ends the path.
 */
function selectConditional(
  step: Step,
  definition: Definition,
  element: FlowElement,
  left: ElementInstance,
): SequenceFlow[] {
  const outgoing = element.outgoing.map((id) => getFlow(definition, id))
  const defaultFlowId = isActivity(element) || 'defaultFlowId' in element ? element.defaultFlowId : null
  const taken = outgoing.filter((flow) => flow.id !== defaultFlowId && isTaken(step, flow, left))
  if (taken.length > 0 || outgoing.length === 0) return taken
  const defaultFlow = outgoing.find((flow) => flow.id === defaultFlowId)
  if (defaultFlow !== undefined) return [defaultFlow]
  return failWithoutFlow(element, left, outgoing)
}

export function isTaken(step: Step, flow: SequenceFlow, left: ElementInstance): boolean {
  const occasion = occasionOf(left, {
    place: { scopeId: left.parentId, instanceId: left.instanceId, elementInstanceId: left.id },
  })
  if (isSkipEnabled(step, occasion, flow.skipExpression) && evaluateCondition(step, occasion, flow.skipExpression))
    return true
  return flow.condition === null || evaluateCondition(step, occasion, flow.condition)
}

export function failWithoutFlow(element: FlowElement, left: ElementInstance, flows: readonly SequenceFlow[]): never {
  const conditions = flows.map((flow) => `${flow.id}: ${flow.condition?.text ?? 'always'}`)
  return fail(
    'engine.no-flow-taken',
    `Expected one of the flows out of ${element.id} to be taken, but no condition holds. Add a default flow, or change the variables that the conditions read.`,
    { element: left, detail: { conditions } },
  )
}

/** A token has ended. The scope ends with its last one. */
export function endPath(step: Step, scopeId: string): void {
  schedule(step, scopeId, () => {
    step.joinsToCheck.add(scopeId)
    if ((step.arriving.get(scopeId) ?? 0) > 0) return
    const instance = step.state.instances.get(scopeId)
    if (instance !== undefined) {
      if (instance.openChildren === 0) endInstance(step, instance, { outcome: 'completed', reason: null })
      return
    }
    if (!isOpenScope(step, scopeId)) return
    const scope = getElementInstance(step, scopeId)
    const isEmpty = scope.openChildren === 0
    if (scope.state === 'finishing') {
      if (isEmpty) endCompensatedScope(step, scope)
      return
    }
    const definition = getDefinition(step, scope.instanceId)
    const element = getElement(definition, scope.elementId)
    const behavior = behaviorOf(element)
    if (behavior.onPathEnd) behavior.onPathEnd(step, element, scope)
    else if (isEmpty) complete(step, scope)
  })
}

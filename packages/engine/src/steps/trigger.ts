import type { BoundaryEvent, EventElement, FlowElement, StartEvent } from '@millrace/bpmn'
import { type Definition, getElement } from '../definition.ts'
import type { PlainVariable } from '../outcome.ts'
import { Refused } from '../outcome.ts'
import type { ElementInstance, Job, Subscription } from '../state/rows.ts'
import {
  emit,
  getDefinition,
  getElementInstance,
  getInstance,
  listChildInstances,
  type Step,
  schedule,
} from '../step.ts'
import { cancelElement, closeOwned } from './cancel.ts'
import { arrive } from './enter.ts'
import { complete } from './leave.ts'
import { setLocalVariable, setVariable } from './variables.ts'

/**
 * What a subscription or a timer waited for has happened. Variables that came with it are set where they stand, or in
 * the process instance.
 */
export function triggerEvent(
  step: Step,
  source: Subscription | Job,
  variables: readonly PlainVariable[],
  localVariables: readonly PlainVariable[] = [],
): void {
  if (step.state.subscriptions.get(source.id) === undefined && step.state.jobs.get(source.id) === undefined) return
  const definition = getDefinition(step, source.instanceId)
  const element = getElement(definition, source.elementId)
  if ('parallelMultiple' in element && element.parallelMultiple && !isLastOfParallel(step, source, element)) return
  const place = { scopeId: source.elementInstanceId, instanceId: source.instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setVariable(step, place, name, value)
  switch (element.type) {
    case 'boundaryEvent':
      fireBoundary(step, definition, element, getElementInstance(step, source.elementInstanceId))
      return
    case 'startEvent':
      fireEventSubProcess(
        step,
        definition,
        element,
        { scopeId: source.elementInstanceId, instanceId: source.instanceId },
        localVariables,
      )
      return
    default:
      fireCatching(step, definition, element, getElementInstance(step, source.elementInstanceId), localVariables)
  }
}

/** Parallel multiple: each event is needed once. What has happened is closed; the last one fires. */
function isLastOfParallel(step: Step, source: Subscription | Job, element: EventElement): boolean {
  const { state } = step
  const waiting = [
    ...state.subscriptions.ownedBy(source.elementInstanceId),
    ...state.jobs.ownedBy(source.elementInstanceId),
  ]
  const others = waiting.filter((one) => one.elementId === element.id && one.id !== source.id)
  if (others.length === 0) {
    return true
  }
  if (state.subscriptions.get(source.id) !== undefined) emit(step, { type: 'subscriptionClosed', id: source.id })
  else emit(step, { type: 'jobEnded', id: source.id, at: step.at, outcome: 'done' })
  return false
}

/** Interrupting: the host goes. Not interrupting: a further token leaves beside it. */
export function fireBoundary(
  step: Step,
  definition: Definition,
  boundary: BoundaryEvent,
  host: ElementInstance,
  variables: readonly PlainVariable[] = [],
): void {
  const { parentId: scopeId, instanceId, tokenId } = host
  if (boundary.isInterrupting) cancelElement(step, host)
  const token = boundary.isInterrupting ? tokenId : step.newId()
  const place = { scopeId, instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setVariable(step, place, name, value)
  arrive(step, [{ definition, elementId: boundary.id, instanceId, scopeId, tokenId: token, flowId: null }])
}

/** Starts an event sub-process in its scope; an interrupting one first ends everything else in it. */
export function fireEventSubProcess(
  step: Step,
  definition: Definition,
  start: StartEvent,
  scope: { scopeId: string; instanceId: string },
  variables: readonly PlainVariable[] = [],
): void {
  const { scopeId, instanceId } = scope
  if (start.isInterrupting) {
    for (const child of listChildInstances(step, scopeId)) if (child.state !== 'compensable') cancelElement(step, child)
    closeOwned(step, scopeId, 'deleted', { keepsCompensation: true })
  }
  const token = start.isInterrupting ? (step.state.elements.get(scopeId)?.executionId ?? instanceId) : step.newId()
  const arrival = { definition, elementId: start.scopeId, instanceId, scopeId, tokenId: token, flowId: null }
  arrive(step, [{ ...arrival, data: { startElementId: start.id }, variables }])
}

function fireCatching(
  step: Step,
  definition: Definition,
  element: FlowElement,
  owner: ElementInstance,
  localVariables: readonly PlainVariable[],
): void {
  if (owner.elementId === element.id) {
    const place = { scopeId: owner.id, instanceId: owner.instanceId, elementInstanceId: owner.id }
    for (const { name, value } of localVariables) setLocalVariable(step, place, owner.id, name, value)
    schedule(step, owner.id, () => complete(step, owner))
    return
  }
  const { parentId: scopeId, instanceId, tokenId } = owner
  cancelElement(step, owner)
  arrive(step, [
    { definition, elementId: element.id, instanceId, scopeId, tokenId, flowId: null, data: { isFired: true } },
  ])
}

/** Refuses a command on a suspended instance. */
export function assertNotSuspended(step: Step, instanceId: string): void {
  if (getInstance(step, instanceId).isSuspended) {
    throw new Refused(
      'engine.instance-suspended',
      'Expected an active process instance, but it is suspended. Activate it first.',
    )
  }
}

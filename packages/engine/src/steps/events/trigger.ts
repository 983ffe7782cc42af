import { type BoundaryEvent, type EventElement, type FlowElement, isEvent, type StartEvent } from '@millrace/bpmn'
import { behaviorOf } from '../../behavior.ts'
import { type Definition, getElement } from '../../definition.ts'
import { type PlainVariable, Refused } from '../../outcome.ts'
import { firedBy } from '../../state/data/element-data.ts'
import type { ElementInstance, Job, Subscription } from '../../state/rows.ts'
import {
  emit,
  getDefinition,
  getElementInstance,
  getInstance,
  type Step,
  schedule,
  type VariableChange,
} from '../../step.ts'
import { listJoins } from '../../structure.ts'
import { cancelElement, interruptScope } from '../life/cancel.ts'
import { endJob } from '../life/close-owned.ts'
import { arrive } from '../life/enter.ts'
import { complete } from '../life/leave.ts'
import { setLocalVariable, setVariable } from '../variables/variables.ts'
import { openEvent } from './catch-events.ts'

/**
 * Triggers the event of a subscription or timer. Its variables are set where they exist, or in the process instance;
 * local ones in the catching element.
 */
export function triggerEvent(
  step: Step,
  source: Subscription | Job,
  variables: readonly PlainVariable[],
  localVariables: readonly PlainVariable[] = [],
): void {
  if (!isStillOpen(step, source)) return
  const definition = getDefinition(step, source.instanceId)
  const element = getElement(definition, source.elementId)
  const isParallel = isEvent(element) && element.parallelMultiple && element.definitions.length > 1
  if (isParallel || !mayRepeat(step, element, source)) close(step, source)
  const place = { scopeId: source.elementInstanceId, instanceId: source.instanceId, elementInstanceId: null }
  const before = step.variableChanges.length
  for (const { name, value } of variables) setVariable(step, place, name, value)
  if (isParallel && isWaitingForMore(step, source)) return
  const changes = step.variableChanges.splice(before)
  fire(step, definition, element, { source, localVariables })
  noticeLater(step, changes)
  if (isParallel && mayRepeat(step, element, source)) beginNextRound(step, element, source)
}

/** Conditions look at what came with an event once the event has been entered. */
function noticeLater(step: Step, changes: readonly VariableChange[]): void {
  const next = changes.length === 0 ? undefined : step.agenda.pop()
  if (next === undefined) {
    step.variableChanges.push(...changes)
    return
  }
  step.agenda.push({ ...next, changesAfter: [...(next.changesAfter ?? []), ...changes] })
}

/**
 * Returns whether an event waits again after it was triggered: only non-interrupting boundary events and start events
 * of event sub-processes do.
 */
export function mayRepeat(step: Step, element: FlowElement, source: Subscription | Job): boolean {
  if (step.state.elements.get(source.elementInstanceId)?.elementId === element.id) return false
  return (element.type === 'boundaryEvent' || element.type === 'startEvent') && !element.isInterrupting
}

function isStillOpen({ state }: Step, { id }: Subscription | Job): boolean {
  return state.subscriptions.get(id) !== undefined || state.jobs.get(id) !== undefined
}

function close(step: Step, { id }: Subscription | Job): void {
  if (step.state.subscriptions.get(id) !== undefined) emit(step, { type: 'subscriptionClosed', id })
  else endJob(step, id, 'done')
}

/** Parallel multiple (BPMN 2.0, 10.5.1): each of its events is needed once; those that have happened are closed. */
function isWaitingForMore({ state }: Step, { elementInstanceId, elementId }: Subscription | Job): boolean {
  const open = [...state.subscriptions.ownedBy(elementInstanceId), ...state.jobs.ownedBy(elementInstanceId)]
  return open.some((other) => other.elementId === elementId)
}

/** When every event of a parallel multiple can happen again, they are waited for again. */
function beginNextRound(step: Step, element: FlowElement, { elementInstanceId, instanceId }: Subscription | Job): void {
  if (!isEvent(element) || !element.definitions.every((one) => one.kind !== 'timer' || one.timer === 'cycle')) return
  openEvent(step, element, { scopeId: elementInstanceId, instanceId }, { isAnew: true })
}

interface Firing {
  readonly source: Subscription | Job
  readonly localVariables: readonly PlainVariable[]
}

function fire(step: Step, definition: Definition, element: FlowElement, { source, localVariables }: Firing): void {
  const { elementInstanceId: scopeId, instanceId } = source
  const owner = step.state.elements.get(scopeId)
  if (owner?.elementId === element.id) fireWaiting(step, owner, localVariables)
  else if (element.type === 'boundaryEvent') fireBoundary(step, definition, element, getElementInstance(step, scopeId))
  else if (element.type === 'startEvent')
    fireEventSubProcess(step, definition, element, { scopeId, instanceId }, { localVariables })
  else fireBehindGateway(step, definition, element, getElementInstance(step, scopeId))
}

/** Fires a boundary event. An interrupting one cancels its host; another one adds a token. */
export function fireBoundary(
  step: Step,
  definition: Definition,
  boundary: BoundaryEvent,
  host: ElementInstance,
  variables: readonly PlainVariable[] = [],
): void {
  const { parentId: scopeId, instanceId, tokenId } = host
  if (boundary.isInterrupting) {
    cancelElement(step, host)
    noticeGone(step, definition, boundary, scopeId)
  }
  const token = boundary.isInterrupting ? tokenId : step.newId()
  const place = { scopeId, instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setVariable(step, place, name, value)
  arrive(step, [{ definition, elementId: boundary.id, instanceId, scopeId, tokenId: token, flowId: null }])
}

/**
 * Starts an event sub-process in its scope. An interrupting one first cancels everything else in the scope and closes
 * its subscriptions, including boundary events of the scope, as in Camunda and Flowable.
 *
 * @param variables are set where they exist, or in the process instance. Local variables are set in the event
 * sub-process.
 */
export function fireEventSubProcess(
  step: Step,
  definition: Definition,
  start: StartEvent,
  scope: { scopeId: string; instanceId: string },
  {
    variables = [],
    localVariables = [],
  }: { variables?: readonly PlainVariable[]; localVariables?: readonly PlainVariable[] },
): void {
  const { scopeId, instanceId } = scope
  if (start.isInterrupting) interruptScope(step, scopeId)
  const place = { scopeId, instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setVariable(step, place, name, value)
  const token = start.isInterrupting ? (step.state.elements.get(scopeId)?.executionId ?? instanceId) : step.newId()
  const arrival = { definition, elementId: start.scopeId, instanceId, scopeId, tokenId: token, flowId: null }
  arrive(step, [{ ...arrival, data: firedBy(start.id), variables: localVariables }])
}

/** A catching event that was entered and waited itself. */
function fireWaiting(step: Step, owner: ElementInstance, localVariables: readonly PlainVariable[]): void {
  const place = { scopeId: owner.id, instanceId: owner.instanceId, elementInstanceId: owner.id }
  for (const { name, value } of localVariables) setLocalVariable(step, place, owner.id, name, value)
  schedule(step, owner.id, () => complete(step, getElementInstance(step, owner.id)))
}

/** An event behind an event-based gateway, which waits for all of them. */
function fireBehindGateway(step: Step, definition: Definition, target: FlowElement, gateway: ElementInstance): void {
  const element = getElement(definition, gateway.elementId)
  behaviorOf(step, element).onEventBehind?.(step, element, gateway, target)
  noticeGone(step, definition, target, gateway.parentId)
}

/** A join may have waited for what was interrupted. */
function noticeGone(step: Step, { model }: Definition, beside: EventElement | FlowElement, scopeId: string): void {
  if (listJoins(step, model, beside.scopeId).length > 0) step.joinsToCheck.add(scopeId)
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

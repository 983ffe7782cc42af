import { type FlowElement, isActivity, isEventSubProcess, isScope } from '@millrace/bpmn'
import { type Definition, getElement } from '../../definition.ts'
import { beginsThrowing, firedBy, memoryOf } from '../../state/data/element-data.ts'
import type { ElementInstance, Subscription } from '../../state/rows.ts'
import {
  emit,
  findChildInstance,
  getDefinition,
  getElementInstance,
  getSemantics,
  type Step,
  schedule,
} from '../../step.ts'
import { subscribe } from '../events/catch-events.ts'
import { closeOwned } from '../life/close-owned.ts'
import type { Arrival } from '../life/create-instance.ts'
import { endPath } from '../life/end-path.ts'
import { arrive } from '../life/enter.ts'
import { resume } from '../life/resume.ts'
import { dropKeptInside, findCompensationStart } from './kept-scopes.ts'

/**
 * Remembers that a completed activity can be undone (BPMN 2.0, 10.5.5): by its own handler or, for a sub-process, by
 * its compensation event sub-process or what inside it can be undone. Then the sub-process is kept with its variables.
 *
 * @returns whether the element instance was kept.
 */
export function keepCompensable(
  step: Step,
  definition: Definition,
  element: FlowElement,
  instance: ElementInstance,
): boolean {
  if (!isActivity(element) || instance.loop === 'body' || element.isForCompensation) return false
  const waiting = { scopeId: scopeAround(step, definition, instance), instanceId: instance.instanceId }
  const { id: activityId, compensationHandlerId } = element
  const start = findCompensationStart(definition.model, element.id)
  const isKept =
    isScope(element) &&
    !isEventSubProcess(element) &&
    (start !== null || listCompensations(step, instance.id).length > 0) &&
    !(compensationHandlerId !== null && definition.semantics.subProcessUndoneBy === 'handler')
  if (compensationHandlerId !== null && !(isKept && definition.semantics.subProcessUndoneBy === 'inside'))
    subscribe(step, compensationHandlerId, waiting, {
      kind: 'compensate',
      name: null,
      data: { activityId, keptId: null },
    })
  if (!isKept) return false
  subscribe(step, start?.scopeId ?? activityId, waiting, {
    kind: 'compensate',
    name: null,
    data: { activityId, keptId: instance.id },
  })
  closeOwned(step, instance.id, 'completed', { keepsCompensation: true })
  emit(step, { type: 'elementKept', element: instance, at: step.at })
  // A run may outlive the body that it ran in.
  if (instance.parentId !== waiting.scopeId)
    emit(step, { type: 'elementChanged', id: instance.id, patch: { parentId: waiting.scopeId } })
  return true
}

/** Hands the compensations of a finished loop's runs on to the enclosing scope. */
export function handOnCompensations(step: Step, body: ElementInstance): void {
  const waiting = { scopeId: body.parentId, instanceId: body.instanceId }
  for (const { id, elementId, data } of listCompensations(step, body.id)) {
    emit(step, { type: 'subscriptionClosed', id })
    subscribe(step, elementId, waiting, { kind: 'compensate', name: null, data })
    if (data.keptId === null) continue
    const { id: keptId } = getElementInstance(step, data.keptId)
    emit(step, { type: 'elementChanged', id: keptId, patch: { parentId: body.parentId } })
  }
}

/** What a compensation event compensates: one activity, or everything completed in these scopes. */
export interface Compensation {
  readonly scopeIds: readonly string[]
  readonly activityId: string | null
  /** Whether an element waits for the handlers. */
  readonly isAwaited: boolean
}

/**
 * Starts the compensation handlers of completed activities. Camunda and Flowable start them all at the same time, the
 * last completed first; models of our own dialect follow the standard (13.5.5): one after another, in reverse order of
 * completion.
 *
 * @returns whether there is anything that the thrower has to wait for; it is resumed afterwards.
 */
export function compensate(
  step: Step,
  thrower: ElementInstance,
  { scopeIds, activityId, isAwaited }: Compensation,
): boolean {
  const found = scopeIds
    .flatMap((scopeId) => listCompensations(step, scopeId))
    .filter(({ data }) => activityId === null || data.activityId === activityId)
  if (found.length === 0) return false
  arrive(
    step,
    isAwaited
      ? conduct(step, thrower, found)
      : found.toReversed().flatMap((subscription) => startHandler(step, subscription, null)),
  )
  return isAwaited
}

/**
 * Completes a compensation handler, for which the element that throws the compensation waits. Handlers have no flows.
 */
export function afterHandler(step: Step, handler: ElementInstance): void {
  countHandler(step, handler)
  endPath(step, handler.parentId)
}

/** Ends a path inside a kept scope. With the last of its handlers, the scope is deleted. */
export function endCompensatedScope(step: Step, scope: ElementInstance): void {
  if (scope.openChildren > 0) return
  dropKeptInside(step, scope.id)
  closeOwned(step, scope.id, 'completed')
  const element = getElementInstance(step, scope.id)
  emit(step, { type: 'elementLeft', element, at: step.at, isCancelled: false, endsPath: false })
  afterHandler(step, element)
}

/**
 * Lists the scopes that a compensation event covers: its own, and from inside an event sub-process also the enclosing
 * one.
 */
export function scopesToCompensate(step: Step, thrower: ElementInstance): string[] {
  const scopeIds = [thrower.parentId]
  let scope = step.state.elements.get(thrower.parentId)
  while (scope !== undefined && isEventSubProcess(getElement(getDefinition(step, scope.instanceId), scope.elementId))) {
    scopeIds.push(scope.parentId)
    scope = step.state.elements.get(scope.parentId)
  }
  return scopeIds
}

/** Lists the compensations in a scope, in the order of completion. */
function listCompensations(step: Step, scopeId: string): Compensable[] {
  return step.state.subscriptions.ownedBy(scopeId).filter((one) => one.kind === 'compensate')
}

type Compensable = Extract<Subscription, { kind: 'compensate' }>

/** Takes what is to be undone in hand: the thrower of the compensation, or a kept scope for what is inside it. */
function conduct(step: Step, conductor: ElementInstance, subscriptions: readonly Compensable[]): Arrival[] {
  const { compensatesInTurn: isInTurn } = getSemantics(step, conductor.instanceId)
  const ordered = subscriptions.toReversed()
  const now = isInTurn ? ordered.slice(0, 1) : ordered
  const later = ordered.slice(now.length).map(({ id }) => id)
  remember(step, conductor.id, { handlers: now.length, later: isInTurn ? later : [] })
  return now.flatMap((subscription) => startHandler(step, subscription, conductor))
}

/** The tokens that a handler begins with: at the handler itself, or at those inside a kept scope. */
function startHandler(step: Step, subscription: Compensable, conductor: ElementInstance | null): Arrival[] {
  const { instanceId, elementId, elementInstanceId: scopeId, data } = subscription
  const definition = getDefinition(step, instanceId)
  emit(step, { type: 'subscriptionClosed', id: subscription.id })
  const { keptId } = data
  const who = conductor === null ? null : { id: conductor.id, scopeId: conductor.parentId }
  if (keptId === null) {
    const handling = who === null ? null : ({ kind: 'handling', conductor: who } as const)
    return [{ definition, elementId, instanceId, scopeId, tokenId: step.newId(), flowId: null, data: handling }]
  }
  const kept = getElementInstance(step, keptId)
  const undoing = { kind: 'undoing', conductor: who, handlers: 0, later: [] } as const
  emit(step, { type: 'elementChanged', id: keptId, patch: { state: 'finishing', data: undoing } })
  const start = findCompensationStart(definition.model, kept.elementId)
  if (start === null) return conduct(step, kept, listCompensations(step, keptId))
  const arrival = { definition, elementId: start.scopeId, instanceId, scopeId: keptId, flowId: null }
  return [{ ...arrival, tokenId: kept.executionId, data: firedBy(start.id) }]
}

function countHandler(step: Step, handler: ElementInstance): void {
  const conductor = findConductor(step, handler)
  if (conductor === undefined) return
  const next = nextInTurn(step, conductor)
  if (next !== null) {
    arrive(step, startHandler(step, next, conductor))
    return
  }
  const handlers = conductedBy(getElementInstance(step, conductor.id)).handlers - 1
  remember(step, conductor.id, { handlers })
  if (handlers === 0 && conductor.state === 'active')
    schedule(step, conductor.id, () => resume(step, getElementInstance(step, conductor.id)))
}

/** Finds the element that waits for a handler; it may have been cancelled in the meantime. */
function findConductor(step: Step, handler: ElementInstance): ElementInstance | undefined {
  const memory = memoryOf(handler)
  if ((memory?.kind !== 'handling' && memory?.kind !== 'undoing') || memory.conductor === null) return undefined
  return findChildInstance(step, memory.conductor.scopeId, memory.conductor.id)
}

/** Takes the next one that is still there off the conductor's list. */
function nextInTurn(step: Step, conductor: ElementInstance): Compensable | null {
  const { later: ids } = conductedBy(conductor)
  const at = ids.findIndex((id) => step.state.subscriptions.get(id) !== undefined)
  const later = at < 0 ? [] : ids.slice(at + 1)
  if (ids.length > 0) remember(step, conductor.id, { later })
  const next = step.state.subscriptions.get(ids[at] ?? '')
  return next?.kind === 'compensate' ? next : null
}

interface Conducting {
  readonly handlers: number
  readonly later: readonly string[]
}

/** Returns the compensation that a throwing event or a kept scope conducts. */
function conductedBy(conductor: ElementInstance): Conducting {
  const memory = memoryOf(conductor)
  return memory?.kind === 'throwing' || memory?.kind === 'undoing' ? memory : { handlers: 1, later: [] }
}

function remember(step: Step, id: string, patch: Partial<Conducting>): void {
  const memory = memoryOf(getElementInstance(step, id))
  const before = memory?.kind === 'undoing' ? memory : memory?.kind === 'throwing' ? memory : beginsThrowing
  emit(step, { type: 'elementChanged', id, patch: { data: { ...before, ...patch } } })
}

/** Runs of a loop register with its body, which hands that on, or at once with the scope around the whole activity. */
function scopeAround(step: Step, { semantics }: Definition, instance: ElementInstance): string {
  const isHandedOn = instance.loop !== 'run' || semantics.runsAreUndoneTogether
  return isHandedOn ? instance.parentId : getElementInstance(step, instance.parentId).parentId
}

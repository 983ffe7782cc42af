import type { FlowElement } from '@millrace/bpmn'
import { type Definition, isActivity, listEventSubProcesses, listStartEvents } from '../definition.ts'
import type { ElementInstance, Subscription } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { closeOwned } from './cancel.ts'
import { subscribe } from './catch-events.ts'
import { arrive, isFlowScope } from './enter.ts'
import { complete, endPath } from './leave.ts'
import { takeCancelBoundary } from './throw-event.ts'

/**
 * Remembers that a completed activity can be undone (BPMN 2.0, 10.5.5): its own handler, or, for a sub-process, what
 * inside it can be undone. Then the sub-process is kept with its variables.
 *
 * @returns whether the element instance has to be kept.
 */
export function registerCompensation(
  step: Step,
  definition: Definition,
  element: FlowElement,
  instance: ElementInstance,
): boolean {
  if (!isActivity(element) || instance.loop === 'body' || element.isForCompensation) return false
  const waiting = { scopeId: scopeAround(step, instance), instanceId: instance.instanceId }
  if (element.compensationHandlerId !== null) {
    subscribe(step, element.compensationHandlerId, waiting, {
      kind: 'compensate',
      name: null,
      data: { activityId: element.id },
    })
    return false
  }
  if (!isFlowScope(element) || (element.type === 'subProcess' && element.triggeredByEvent)) return false
  const isCompensable = step.state.subscriptions.ownedBy(instance.id).some(({ kind }) => kind === 'compensate')
  if (!isCompensable && findCompensationStart(definition, element.id) === null) return false
  subscribe(step, element.id, waiting, {
    kind: 'compensate',
    name: null,
    data: { activityId: element.id, keptId: instance.id },
  })
  return true
}

/**
 * Starts the handlers of what has completed in a scope, all at once; the thrower completes when they have.
 *
 * @param activityId only this activity, or null for all.
 */
export function throwCompensation(
  step: Step,
  thrower: ElementInstance,
  scopeId: string,
  activityId: string | null,
): void {
  const subscriptions = listCompensations(step, scopeId).filter(
    ({ data }) => activityId === null || data?.activityId === activityId,
  )
  emit(step, {
    type: 'elementChanged',
    id: thrower.id,
    patch: { data: { ...getElementInstance(step, thrower.id).data, handlers: subscriptions.length } },
  })
  if (subscriptions.length === 0) {
    finishThrower(step, thrower.id)
    return
  }
  for (const subscription of subscriptions) emit(step, { type: 'subscriptionClosed', id: subscription.id })
  for (const subscription of subscriptions.toReversed()) startHandler(step, subscription, scopeId, thrower.id)
}

/** A compensation handler has completed: it has no flows, its thrower waits for it. */
export function afterHandler(step: Step, handler: ElementInstance): void {
  const throwerId = handler.data?.throwerId
  if (typeof throwerId === 'string') countHandler(step, throwerId)
  endPath(step, handler.parentId)
}

/** A kept scope whose handlers are done goes for good. */
export function endCompensatedScope(step: Step, scope: ElementInstance): void {
  const throwerId = scope.data?.throwerId
  closeOwned(step, scope.id, 'completed')
  emit(step, {
    type: 'elementLeft',
    element: getElementInstance(step, scope.id),
    at: step.at,
    isCancelled: false,
    endsPath: false,
  })
  if (typeof throwerId === 'string') countHandler(step, throwerId)
  endPath(step, scope.parentId)
}

/** What in a scope can be undone, in the order of completion. */
export function listCompensations(step: Step, scopeId: string): Subscription[] {
  return step.state.subscriptions.ownedBy(scopeId).filter(({ kind }) => kind === 'compensate')
}

/** The start event of an event sub-process that compensates the scope it stands in. */
export function findCompensationStart(
  definition: Definition,
  modelScopeId: string,
): { id: string; scopeId: string } | null {
  for (const { id } of listEventSubProcesses(definition.model, modelScopeId)) {
    const start = listStartEvents(definition.model, id).find(({ definitions }) =>
      definitions.some(({ kind }) => kind === 'compensate'),
    )
    if (start !== undefined) return start
  }
  return null
}

function startHandler(step: Step, subscription: Subscription, scopeId: string, throwerId: string): void {
  const definition = getDefinition(step, subscription.instanceId)
  const keptId = subscription.data?.keptId
  const { instanceId } = subscription
  if (typeof keptId !== 'string') {
    arrive(step, [
      {
        definition,
        elementId: subscription.elementId,
        instanceId,
        scopeId,
        tokenId: step.newId(),
        flowId: null,
        data: { throwerId },
      },
    ])
    return
  }
  const kept = getElementInstance(step, keptId)
  emit(step, { type: 'elementChanged', id: keptId, patch: { state: 'finishing', data: { ...kept.data, throwerId } } })
  const start = findCompensationStart(definition, kept.elementId)
  if (start !== null) {
    arrive(step, [
      {
        definition,
        elementId: start.scopeId,
        instanceId,
        scopeId: keptId,
        tokenId: kept.executionId,
        flowId: null,
        data: { startElementId: start.id },
      },
    ])
    return
  }
  const inner = listCompensations(step, keptId)
  for (const { id } of inner) emit(step, { type: 'subscriptionClosed', id })
  for (const one of inner.toReversed()) startHandler(step, one, keptId, '')
}

function countHandler(step: Step, throwerId: string): void {
  const thrower = step.state.elements.get(throwerId)
  if (thrower === undefined) return
  const handlers = Number(thrower.data?.handlers ?? 1) - 1
  emit(step, { type: 'elementChanged', id: throwerId, patch: { data: { ...thrower.data, handlers } } })
  if (handlers <= 0) finishThrower(step, throwerId)
}

function finishThrower(step: Step, throwerId: string): void {
  schedule(step, throwerId, () => {
    const thrower = getElementInstance(step, throwerId)
    if (thrower.data?.cancels === true) takeCancelBoundary(step, thrower)
    else complete(step, thrower)
  })
}

/** Runs of a loop register with the scope around the whole activity. */
function scopeAround(step: Step, instance: ElementInstance): string {
  return instance.loop === 'run' ? getElementInstance(step, instance.parentId).parentId : instance.parentId
}

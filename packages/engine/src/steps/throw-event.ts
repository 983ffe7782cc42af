import type {
  EndEvent,
  EventDefinition,
  IntermediateThrowEvent,
  LinkDefinition,
  MessageDefinition,
  SignalDefinition,
} from '@millrace/bpmn'
import { getElement, listBoundaryEvents, listChildren } from '../definition.ts'
import type { ElementInstance } from '../state/rows.ts'
import { emit, fail, getDefinition, getElementInstance, getInstance, needScope, type Step, schedule } from '../step.ts'
import { cancelChildren, cancelElement, closeOwned } from './cancel.ts'
import { eventName } from './catch-events.ts'
import { listCompensations, throwCompensation } from './compensation.ts'
import { isFlowable } from './dialect.ts'
import { arrive } from './enter.ts'
import { evaluateString, occasionOf } from './evaluate.ts'
import { runImplementation } from './implementation.ts'
import { endInstance } from './instances.ts'
import { createDelivery } from './jobs.ts'
import { endPath } from './leave.ts'
import { endLoop } from './loops.ts'
import { readMappings } from './mappings.ts'
import { throwOutward } from './throw-error.ts'
import { fireBoundary, triggerEvent } from './trigger.ts'

/**
 * Throws each definition of an event in turn, then goes on by `done`, unless one of them waits or ends the path. What
 * catches it runs first, to where it waits again.
 */
export function throwDefinitions(
  step: Step,
  element: IntermediateThrowEvent | EndEvent,
  instance: ElementInstance,
  done: () => void,
): void {
  throwFrom(step, element, instance, 0, done)
}

function throwFrom(
  step: Step,
  element: IntermediateThrowEvent | EndEvent,
  instance: ElementInstance,
  index: number,
  done: () => void,
): void {
  const definition = element.definitions[index]
  if (definition === undefined) {
    done()
    return
  }
  let stays = false
  schedule(step, instance.id, () => {
    if (!stays) throwFrom(step, element, instance, index + 1, done)
  })
  stays = throwOne(step, element, definition, instance) === 'stays'
}

function throwOne(
  step: Step,
  element: IntermediateThrowEvent | EndEvent,
  definition: EventDefinition,
  instance: ElementInstance,
): 'goes on' | 'stays' {
  switch (definition.kind) {
    case 'error':
      return throwError(step, definition, instance)
    case 'escalation': {
      const code = evaluateString(step, occasionOf(instance), definition.code)
      return throwOutward(step, instance, { kind: 'escalation', code, message: null }).isInterrupted
        ? 'stays'
        : 'goes on'
    }
    case 'signal':
      throwSignal(step, definition, instance)
      return 'goes on'
    case 'message':
      if (definition.implementation !== null && definition.implementation.kind !== 'none')
        return runImplementation(step, definition.implementation, instance) === 'waits' ? 'stays' : 'goes on'
      throwMessage(step, definition, instance)
      return 'goes on'
    case 'compensate':
      throwCompensation(step, instance, compensatedScope(step, instance), definition.activityId)
      return 'stays'
    case 'cancel':
      cancelTransaction(step, instance)
      return 'stays'
    case 'terminate':
      terminate(step, definition, instance)
      return 'stays'
    case 'link':
      followLink(step, definition, element, instance)
      return 'stays'
    default:
      return 'goes on'
  }
}

/** Camunda: an error that nothing catches ends its path only. Flowable: the step fails. */
function throwError(
  step: Step,
  definition: EventDefinition & { kind: 'error' },
  instance: ElementInstance,
): 'goes on' | 'stays' {
  const occasion = occasionOf(instance)
  const code = evaluateString(step, occasion, definition.code)
  const message = evaluateString(step, occasion, definition.message)
  if (throwOutward(step, instance, { kind: 'error', code, message }).isCaught) return 'stays'
  if (!isFlowable(getDefinition(step, instance.instanceId))) return 'goes on'
  return fail(
    'engine.error-uncaught',
    `Expected an event that catches the error “${code ?? ''}” thrown by ${instance.elementId}, but there is none. Add an error boundary event.`,
    {
      element: instance,
      detail: { errorCode: code },
    },
  )
}

/** Reaches what waits for the signal now: here at once or, when it is asynchronous, by a job; elsewhere through the runtime. */
function throwSignal(step: Step, definition: SignalDefinition, instance: ElementInstance): void {
  const name = eventName(step, instance.elementId, definition, {
    scopeId: instance.id,
    instanceId: instance.instanceId,
  })
  const variables = readMappings(step, definition.mappings, occasionOf(instance))
  const { rootId, tenantId } = getInstance(step, instance.instanceId)
  if (!step.state.isComplete) needScope(rootId)
  const waiting = step.state.subscriptions.all().filter((one) => one.kind === 'signal' && one.name === name)
  if (definition.isAsync) for (const subscription of waiting) createDelivery(step, subscription, variables)
  else
    for (const subscription of waiting.toReversed())
      schedule(step, subscription.elementInstanceId, () => triggerEvent(step, subscription, variables))
  if (definition.scope === 'global')
    step.effects.push({ kind: 'signal', name, variables, tenantId, exceptRootId: rootId, isAsync: definition.isAsync })
}

export function throwMessage(step: Step, definition: MessageDefinition, instance: ElementInstance): void {
  const name = eventName(step, instance.elementId, definition, {
    scopeId: instance.id,
    instanceId: instance.instanceId,
  })
  const { businessKey, tenantId } = getInstance(step, instance.instanceId)
  const variables = readMappings(step, definition.correlation, occasionOf(instance))
  step.effects.push({ kind: 'message', name, businessKey, variables, tenantId })
}

/** What a compensation event undoes: the scope it stands in; inside an event sub-process, the scope around that. */
function compensatedScope(step: Step, instance: ElementInstance): string {
  const parent = step.state.elements.get(instance.parentId)
  if (parent === undefined) return instance.parentId
  const element = getElement(getDefinition(step, instance.instanceId), parent.elementId)
  return element.type === 'subProcess' && element.triggeredByEvent ? parent.parentId : parent.id
}

/** BPMN 2.0, 10.5.6: everything in the transaction is undone, then its cancel boundary event is taken. */
function cancelTransaction(step: Step, instance: ElementInstance): void {
  const scopeId = instance.parentId
  for (const other of step.state.elements.ownedBy(scopeId)) {
    if (other.id !== instance.id && other.state !== 'compensable') cancelElement(step, other)
  }
  closeOwned(step, scopeId, 'deleted', { keepsCompensation: true })
  emit(step, { type: 'elementChanged', id: instance.id, patch: { data: { ...instance.data, cancels: true } } })
  if (listCompensations(step, scopeId).length > 0) throwCompensation(step, instance, scopeId, null)
  else takeCancelBoundary(step, instance)
}

/** After the handlers of a cancelled transaction have finished. */
export function takeCancelBoundary(step: Step, cancelEnd: ElementInstance): void {
  const transaction = getElementInstance(step, cancelEnd.parentId)
  const host = transaction.loop === 'run' ? getElementInstance(step, transaction.parentId) : transaction
  const definition = getDefinition(step, host.instanceId)
  const boundary = listBoundaryEvents(definition, getElement(definition, host.elementId)).find(({ definitions }) =>
    definitions.some(({ kind }) => kind === 'cancel'),
  )
  if (boundary !== undefined) {
    fireBoundary(step, definition, boundary, host)
    return
  }
  const { parentId } = host
  cancelElement(step, host)
  endPath(step, parentId)
}

/** Ends every run of the multi-instance activity around, whose body then completes. */
function terminateRuns(step: Step, instance: ElementInstance): boolean {
  let run = step.state.elements.get(instance.parentId)
  while (run !== undefined && run.loop !== 'run') run = step.state.elements.get(run.parentId)
  if (run === undefined) return false
  emit(step, { type: 'elementLeft', element: instance, at: step.at, isCancelled: false, endsPath: true })
  endLoop(step, getElementInstance(step, run.parentId))
  return true
}

/** Ends everything in the scope of the event; with `terminateAll` the whole instance and what called it. */
function terminate(step: Step, definition: EventDefinition & { kind: 'terminate' }, instance: ElementInstance): void {
  if (definition.terminateMultiInstance && terminateRuns(step, instance)) return
  const { elementId, instanceId, parentId } = instance
  emit(step, { type: 'elementLeft', element: instance, at: step.at, isCancelled: false, endsPath: true })
  const scopeId = definition.terminateAll ? instanceId : parentId
  cancelChildren(step, scopeId)
  const ended = step.state.instances.get(scopeId)
  if (ended !== undefined) endInstance(step, ended, { outcome: 'terminated', reason: null, endElementId: elementId })
  else endPath(step, scopeId)
}

/** BPMN 2.0, 10.5.1: a link is a flow without a line, within one scope. */
function followLink(
  step: Step,
  definition: LinkDefinition,
  element: IntermediateThrowEvent | EndEvent,
  instance: ElementInstance,
): void {
  const process = getDefinition(step, instance.instanceId)
  const target = listChildren(process.model, element.scopeId).find(
    (one) =>
      one.type === 'intermediateCatchEvent' &&
      one.definitions.some((other) => other.kind === 'link' && other.name === definition.name),
  )
  if (target === undefined)
    fail('engine.not-supported', `Expected a link event that catches “${definition.name}”, but there is none.`, {
      element: instance,
    })
  emit(step, { type: 'elementLeft', element: instance, at: step.at, isCancelled: false, endsPath: false })
  const { instanceId, parentId: scopeId, tokenId } = instance
  arrive(step, [{ definition: process, elementId: target.id, instanceId, scopeId, tokenId, flowId: null }])
}

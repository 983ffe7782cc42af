import { type Definition, getElement } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import type { InstanceOutcome } from '../state/events.ts'
import type { ProcessInstance } from '../state/rows.ts'
import type { TypedValue } from '../state/value.ts'
import { emit, getDefinition, getElementInstance, listChildInstances, type Step, schedule } from '../step.ts'
import { closeOwned } from './cancel.ts'
import { openEventSubProcesses } from './catch-events.ts'
import { createDataObjects } from './data-objects.ts'
import { arrive } from './enter.ts'
import { runInstanceListeners } from './listeners.ts'
import { setLocalVariable } from './variables.ts'

export interface Start {
  readonly definition: Definition
  /** Given by the caller for a root; made here for a called instance. */
  readonly id: string
  readonly rootId: string
  readonly businessKey: string | null
  readonly variables: readonly { readonly name: string; readonly value: TypedValue }[]
  /** Where the first tokens go: usually one start event. */
  readonly elementIds: readonly string[]
  readonly caller: { readonly elementId: string; readonly instanceId: string } | null
  readonly tenantId: string | null
}

/** Makes an instance and sends its first tokens off. */
export function startInstance(step: Step, start: Start): ProcessInstance {
  const { definition, id, rootId, businessKey, caller, tenantId } = start
  const instance: ProcessInstance = {
    id,
    rootId,
    definitionId: definition.id,
    businessKey,
    callerElementId: caller?.elementId ?? null,
    callerInstanceId: caller?.instanceId ?? null,
    isSuspended: false,
    openChildren: 0,
    startedAt: step.at,
    startUserId: caller === null ? step.userId : null,
    startElementId: start.elementIds[0] ?? null,
    tenantId,
  }
  emit(step, { type: 'instanceStarted', instance, initialVariables: start.variables.length })
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  for (const { name, value } of start.variables) setLocalVariable(step, place, id, name, value)
  setInitiator(step, start)
  createDataObjects(step, instance, definition.model.id)
  schedule(
    step,
    id,
    () => openEventSubProcesses(step, definition.model.id, { scopeId: id, instanceId: id }),
    () =>
      runInstanceListeners(
        step,
        definition.model.listeners,
        'start',
        instance,
        start.elementIds[0] ?? definition.model.id,
      ),
    () =>
      arrive(
        step,
        start.elementIds.map((elementId) => ({
          definition,
          elementId,
          instanceId: id,
          scopeId: id,
          tokenId: id,
          flowId: null,
        })),
      ),
  )
  return instance
}

/** The last token has ended, or a terminate end event was reached and everything inside is cancelled. */
export function endInstance(
  step: Step,
  instance: ProcessInstance,
  end: { outcome: InstanceOutcome; reason: string | null; endElementId?: string },
): void {
  const definition = getDefinition(step, instance.id)
  runInstanceListeners(step, definition.model.listeners, 'end', instance, end.endElementId ?? definition.model.id)
  const { callerElementId, callerInstanceId } = instance
  if (callerElementId !== null && callerInstanceId !== null) {
    const caller = getElementInstance(step, callerElementId)
    const element = getElement(getDefinition(step, callerInstanceId), caller.elementId)
    behaviorOf(element).onCalledEnd?.(step, element, caller, instance)
  }
  for (const kept of listChildInstances(step, instance.id)) dropKept(step, kept.id)
  closeOwned(step, instance.id, 'completed')
  emit(step, {
    type: 'instanceEnded',
    instance,
    at: step.at,
    outcome: end.outcome,
    reason: end.reason,
    endElementId: end.endElementId ?? null,
  })
}

/** Completed scopes that were kept for compensation go with the scope around them. */
export function dropKept(step: Step, elementInstanceId: string): void {
  for (const child of listChildInstances(step, elementInstanceId)) dropKept(step, child.id)
  closeOwned(step, elementInstanceId, 'completed')
  const element = step.state.elements.get(elementInstanceId)
  if (element !== undefined)
    emit(step, { type: 'elementLeft', element, at: step.at, isCancelled: false, endsPath: false })
}

function setInitiator(step: Step, { definition, elementIds, id }: Start): void {
  for (const elementId of elementIds) {
    const element = definition.model.elements[elementId]
    if (element?.type !== 'startEvent' || element.initiatorVariable === null) continue
    const value: TypedValue =
      step.userId === null
        ? { type: 'Null', value: null, info: null }
        : { type: 'String', value: step.userId, info: null }
    setLocalVariable(
      step,
      { scopeId: id, instanceId: id, elementInstanceId: null },
      id,
      element.initiatorVariable,
      value,
    )
  }
}

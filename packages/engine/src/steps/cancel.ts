import { getElement } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import type { ElementInstance, ProcessInstance } from '../state/rows.ts'
import { emit, findCalledInstance, getDefinition, listChildInstances, type Step } from '../step.ts'
import { mapOutputs } from './io-mapping.ts'
import { runListeners } from './listeners.ts'

/** Interrupts an element instance with everything inside it, the innermost first. */
export function cancelElement(step: Step, instance: ElementInstance): void {
  const current = step.state.elements.get(instance.id)
  if (current === undefined) return
  const definition = getDefinition(step, instance.instanceId)
  const element = getElement(definition, instance.elementId)
  for (const child of listChildInstances(step, instance.id)) cancelElement(step, child)
  if (element.type === 'callActivity' && current.state === 'active' && current.loop !== 'body') {
    const called = findCalledInstance(step, current)
    if (called !== undefined) cancelInstance(step, called)
  }
  behaviorOf(element).onCancel?.(step, element, instance)
  const wasEntered = current.state === 'active' && current.loop !== 'body'
  if (wasEntered) {
    runListeners(step, element.listeners, 'end', instance)
    mapOutputs(step, element, instance)
  }
  closeOwned(step, instance.id, 'deleted')
  const left = step.state.elements.get(instance.id) ?? current
  emit(step, { type: 'elementLeft', element: left, at: step.at, isCancelled: true, endsPath: false })
}

/** Interrupts everything inside a scope, but not the scope. */
export function cancelChildren(step: Step, scopeId: string): void {
  for (const child of listChildInstances(step, scopeId)) cancelElement(step, child)
}

/** Ends an instance from outside, with what it has called. */
export function cancelInstance(step: Step, instance: ProcessInstance, reason: string | null = null): void {
  cancelChildren(step, instance.id)
  closeOwned(step, instance.id, 'deleted')
  emit(step, { type: 'instanceEnded', instance, at: step.at, outcome: 'deleted', reason, endElementId: null })
}

/** Closes what waits for an element instance or a process instance: tasks, jobs, subscriptions, incidents. */
export function closeOwned(
  step: Step,
  ownerId: string,
  reason: 'completed' | 'deleted',
  options: { keepsCompensation?: boolean } = {},
): void {
  const { state, at } = step
  for (const task of state.tasks.ownedBy(ownerId)) emit(step, { type: 'taskEnded', task, at, reason })
  for (const { id, kind } of state.subscriptions.ownedBy(ownerId)) {
    if (options.keepsCompensation !== true || kind !== 'compensate') emit(step, { type: 'subscriptionClosed', id })
  }
  for (const { id } of state.jobs.ownedBy(ownerId)) {
    closeIncidents(step, id)
    emit(step, { type: 'jobEnded', id, at, outcome: 'deleted' })
  }
  for (const { id } of state.externalTasks.ownedBy(ownerId)) {
    closeIncidents(step, id)
    emit(step, { type: 'externalTaskEnded', id, at, outcome: 'deleted' })
  }
  closeIncidents(step, ownerId)
}

/** Incidents of a job, an external task or an element end with it. */
export function closeIncidents(step: Step, sourceId: string, outcome: 'resolved' | 'deleted' = 'deleted'): void {
  for (const { id } of step.state.incidents.ownedBy(sourceId))
    emit(step, { type: 'incidentEnded', id, at: step.at, outcome })
}

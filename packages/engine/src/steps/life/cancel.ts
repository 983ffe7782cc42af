import { behaviorOf } from '../../behavior.ts'
import { getElement } from '../../definition.ts'
import { RaisedError, StepFailure } from '../../outcome.ts'
import type { ElementInstance, ProcessInstance } from '../../state/rows.ts'
import { emit, getDefinition, listChildInstances, type Step } from '../../step.ts'
import { dropKeptInside } from '../compensation/kept-scopes.ts'
import { mapOutputs } from '../variables/io-mapping.ts'
import { closeOwned } from './close-owned.ts'
import { runEndListeners, runInstanceListeners } from './listeners.ts'

/** Interrupts an element instance with everything inside it, the innermost first. */
export function cancelElement(step: Step, instance: ElementInstance): void {
  const current = step.state.elements.get(instance.id)
  if (current === undefined) return
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  cancelChildren(step, instance.id)
  const wasEntered = current.state === 'active' && current.loop !== 'body'
  if (wasEntered) behaviorOf(step, element).onInterrupt?.(step, element, current)
  if (wasEntered) runEndListeners(step, element, instance)
  behaviorOf(step, element).onCancel?.(step, element, instance)
  // What an output reads may not be there yet: that never keeps an activity from being interrupted.
  if (wasEntered) regardless(() => mapOutputs(step, element, instance))
  closeOwned(step, instance.id, 'deleted')
  const left = step.state.elements.get(instance.id) ?? current
  emit(step, { type: 'elementLeft', element: left, at: step.at, isCancelled: true, endsPath: false })
}

/** Cancels everything inside a scope, but not the scope. Data kept for compensation is deleted too. */
export function cancelChildren(step: Step, scopeId: string): void {
  cancelRuns(step, scopeId)
  dropKeptInside(step, scopeId)
}

/** Cancels the running runs of a loop. Completed runs that can still be compensated are kept. */
export function cancelRuns(step: Step, bodyId: string): void {
  for (const child of listChildInstances(step, bodyId)) if (child.state !== 'compensable') cancelElement(step, child)
}

/**
 * Cancels everything inside a scope which stays open for the interrupting event. All its other subscriptions and timers
 * are closed.
 */
export function interruptScope(step: Step, scopeId: string): void {
  cancelRuns(step, scopeId)
  closeOwned(step, scopeId, 'deleted', { keepsCompensation: true })
  dropPending(step, scopeId)
}

/** Drops tokens on their way inside an interrupted scope, and operations that would enter elements there. */
export function dropPending(step: Step, scopeId: string): void {
  step.arriving.delete(scopeId)
  const others = step.agenda.filter(({ scopeId: of, isOfCommand }) => of !== scopeId || isOfCommand === true)
  step.agenda.splice(0, step.agenda.length, ...others)
}

/** Cancels an instance with everything that it has called. */
export function cancelInstance(step: Step, instance: ProcessInstance, reason: string | null = null): void {
  cancelChildren(step, instance.id)
  const { model } = getDefinition(step, instance.id)
  runInstanceListeners(step, model.listeners, 'end', { instance, elementId: model.id })
  closeOwned(step, instance.id, 'deleted')
  emit(step, { type: 'instanceEnded', instance, at: step.at, outcome: 'deleted', reason, endElementId: null })
}

function regardless(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof StepFailure || error instanceof RaisedError)) throw error
  }
}

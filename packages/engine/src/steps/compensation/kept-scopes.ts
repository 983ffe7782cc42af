import { indexModel, type ProcessModel, type StartEvent } from '@millrace/bpmn'
import { emit, getElementInstance, type Step } from '../../step.ts'
import { closeOwned } from '../life/close-owned.ts'

/**
 * Deletes the completed scopes that were kept for compensation directly inside a scope, when that scope is deleted.
 * Each of them has a subscription there that names it.
 */
export function dropKeptInside(step: Step, scopeId: string): void {
  for (const subscription of step.state.subscriptions.ownedBy(scopeId)) {
    if (subscription.kind !== 'compensate' || subscription.data.keptId === null) continue
    emit(step, { type: 'subscriptionClosed', id: subscription.id })
    dropKept(step, subscription.data.keptId)
  }
}

/** Deletes a kept scope that can no longer be compensated. */
export function dropKept(step: Step, keptId: string): void {
  const kept = getElementInstance(step, keptId)
  dropKeptInside(step, keptId)
  closeOwned(step, keptId, 'completed')
  emit(step, { type: 'elementLeft', element: kept, at: step.at, isCancelled: false, endsPath: false })
}

/** Finds the start event of the compensation event sub-process in a scope. */
export function findCompensationStart(model: ProcessModel, scopeId: string): StartEvent | null {
  const index = indexModel(model)
  const starts = index.listEventSubProcesses(scopeId).flatMap(({ id }) => index.listStartEvents(id))
  return starts.find(({ definitions }) => definitions.some(({ kind }) => kind === 'compensate')) ?? null
}

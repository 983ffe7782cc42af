import { indexModel, type ProcessModel, type StartEvent } from '@millrace/bpmn'
import { emit, getElementInstance, type Step } from '../../step.ts'
import { closeOwned } from '../life/close-owned.ts'

/**
 * Drops completed scopes that were kept for compensation, together with their enclosing scope. Each has a subscription
 * there that names it.
 */
export function dropKeptInside(step: Step, scopeId: string): void {
  for (const subscription of step.state.subscriptions.ownedBy(scopeId)) {
    if (subscription.kind !== 'compensate' || subscription.data.keptId === null) continue
    emit(step, { type: 'subscriptionClosed', id: subscription.id })
    dropKept(step, subscription.data.keptId)
  }
}

/** One that can be undone no more goes. */
export function dropKept(step: Step, keptId: string): void {
  const kept = getElementInstance(step, keptId)
  dropKeptInside(step, keptId)
  closeOwned(step, keptId, 'completed')
  emit(step, { type: 'elementLeft', element: kept, at: step.at, isCancelled: false, endsPath: false })
}

/** The start event of an event sub-process that compensates the scope it stands in. */
export function findCompensationStart(model: ProcessModel, scopeId: string): StartEvent | null {
  const index = indexModel(model)
  const starts = index.listEventSubProcesses(scopeId).flatMap(({ id }) => index.listStartEvents(id))
  return starts.find(({ definitions }) => definitions.some(({ kind }) => kind === 'compensate')) ?? null
}

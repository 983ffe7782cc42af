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

function dropKept(step: Step, keptId: string): void {
  const kept = getElementInstance(step, keptId)
  dropKeptInside(step, keptId)
  closeOwned(step, keptId, 'completed')
  emit(step, { type: 'elementLeft', element: kept, at: step.at, isCancelled: false, endsPath: false })
}

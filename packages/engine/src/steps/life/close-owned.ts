import { emit, type Step } from '../../step.ts'

/**
 * Closes everything that belongs to an element instance or a process instance: tasks, jobs, subscriptions, incidents.
 */
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
  for (const { id } of state.jobs.ownedBy(ownerId)) endJob(step, id, 'deleted')
  for (const { id } of state.externalTasks.ownedBy(ownerId)) {
    closeIncidents(step, id)
    emit(step, { type: 'externalTaskEnded', id, at, outcome: 'deleted' })
  }
  closeIncidents(step, ownerId)
}

/** Ends a job that is done or no longer needed, and resolves its incident. */
export function endJob(step: Step, id: string, outcome: 'done' | 'deleted'): void {
  closeIncidents(step, id, outcome === 'done' ? 'resolved' : 'deleted')
  emit(step, { type: 'jobEnded', id, at: step.at, outcome })
}

/** Closes the incidents of a job, an external task or an element, which end together with it. */
export function closeIncidents(step: Step, sourceId: string, outcome: 'resolved' | 'deleted' = 'deleted'): void {
  for (const { id } of step.state.incidents.ownedBy(sourceId))
    emit(step, { type: 'incidentEnded', id, at: step.at, outcome })
}

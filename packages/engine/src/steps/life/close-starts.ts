import { indexModel, isEventSubProcess } from '@millrace/bpmn'
import { type Definition, getElement } from '../../definition.ts'
import { emit, getDefinition, listChildInstances, type Step } from '../../step.ts'
import { endJob } from './close-owned.ts'

/** Closes the event sub-processes of a scope whose work is finished. */
export function closeStarts(step: Step, { model }: Definition, ownerId: string): void {
  const isStart = ({ elementId }: { readonly elementId: string }) => model.elements[elementId]?.type === 'startEvent'
  for (const { id } of step.state.subscriptions.ownedBy(ownerId).filter(isStart))
    emit(step, { type: 'subscriptionClosed', id })
  for (const { id } of step.state.jobs.ownedBy(ownerId).filter(isStart)) endJob(step, id, 'deleted')
}

/**
 * Closes the event sub-processes of a scope in Flowable's models when nothing but other event sub-processes remains in
 * it, because they only begin beside the work of their scope.
 *
 * @param modelScopeId the process or sub-process of which `scope` is an instance.
 */
export function closeStartsWithoutWork(
  step: Step,
  scope: { readonly id: string; readonly instanceId: string },
  modelScopeId: string,
): void {
  const { id: scopeId, instanceId } = scope
  const definition = getDefinition(step, instanceId)
  if (
    !definition.semantics.eventSubProcessesNeedWork ||
    indexModel(definition.model).listEventSubProcesses(modelScopeId).length === 0
  )
    return
  const open = listChildInstances(step, scopeId).filter(({ state }) => state !== 'compensable')
  if (open.every(({ elementId }) => isEventSubProcess(getElement(definition, elementId))))
    closeStarts(step, definition, scopeId)
}

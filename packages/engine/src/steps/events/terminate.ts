import type { EventDefinition } from '@millrace/bpmn'
import { getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, getInstance, type Step } from '../../step.ts'
import { endInstance } from '../instances/end-instance.ts'
import { cancelChildren, dropPending } from '../life/cancel.ts'
import { endPath } from '../life/end-path.ts'
import { runEndListeners } from '../life/listeners.ts'
import { endLoop } from '../loops/complete-body.ts'

type TerminateDefinition = Extract<EventDefinition, { kind: 'terminate' }>

/**
 * Ends everything in the scope of the event (BPMN 2.0, 13.5.6): a sub-process then completes, a process ends. Flowable's
 * `terminateAll` ends the root instance and all instances that it called. `terminateMultiInstance` ends all instances of
 * the multi-instance activity around the event.
 */
export function terminate(step: Step, definition: TerminateDefinition, instance: ElementInstance): void {
  const run = definition.terminateMultiInstance ? findRunAround(step, instance) : undefined
  const scopeId = definition.terminateAll ? getInstance(step, instance.instanceId).rootId : instance.parentId
  runEndListeners(step, getElement(getDefinition(step, instance.instanceId), instance.elementId), instance)
  emit(step, { type: 'elementLeft', element: instance, at: step.at, isCancelled: false, endsPath: true })
  if (run !== undefined) {
    endLoop(step, getElementInstance(step, run.parentId))
    return
  }
  cancelChildren(step, scopeId)
  dropPending(step, scopeId)
  const ended = step.state.instances.get(scopeId)
  if (ended !== undefined) {
    endInstance(step, ended, { outcome: 'terminated', reason: null, endElementId: instance.elementId })
    return
  }
  closeCompensation(step, scopeId)
  endPath(step, scopeId)
}

function findRunAround(step: Step, instance: ElementInstance): ElementInstance | undefined {
  let run = step.state.elements.get(instance.parentId)
  while (run !== undefined && run.loop !== 'run') run = step.state.elements.get(run.parentId)
  return run
}

/** Cancels the compensations of completed activities inside a terminated scope. */
function closeCompensation(step: Step, scopeId: string): void {
  for (const { id, kind } of step.state.subscriptions.ownedBy(scopeId))
    if (kind === 'compensate') emit(step, { type: 'subscriptionClosed', id })
}

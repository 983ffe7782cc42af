import { behaviorOf } from '../../behavior.ts'
import { getElement } from '../../definition.ts'
import type { InstanceOutcome } from '../../state/events.ts'
import type { ProcessInstance } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step } from '../../step.ts'
import { dropKeptInside } from '../compensation/kept-scopes.ts'
import { closeOwned } from '../life/close-owned.ts'
import { runInstanceListeners } from '../life/listeners.ts'

/**
 * Ends an instance after its last token has ended, or after a terminate end event when everything inside is cancelled.
 */
export function endInstance(
  step: Step,
  instance: ProcessInstance,
  end: { outcome: InstanceOutcome; reason: string | null; endElementId?: string },
): void {
  const { model } = getDefinition(step, instance.id)
  const { outcome, reason, endElementId = null } = end
  runInstanceListeners(step, model.listeners, 'end', { instance, elementId: endElementId ?? model.id })
  const { callerElementId, callerInstanceId } = instance
  if (callerElementId !== null && callerInstanceId !== null) {
    const caller = getElementInstance(step, callerElementId)
    const element = getElement(getDefinition(step, callerInstanceId), caller.elementId)
    behaviorOf(step, element).onCalledEnd?.(step, element, caller, instance)
  }
  dropKeptInside(step, instance.id)
  closeOwned(step, instance.id, 'completed')
  emit(step, { type: 'instanceEnded', instance, at: step.at, outcome, reason, endElementId })
}

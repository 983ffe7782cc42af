import { behaviorOf } from '../../behavior.ts'
import { getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { getDefinition, type Step } from '../../step.ts'

/** Continues an element instance after what it waited for is done: an external task, work, or compensation handlers. */
export function resume(step: Step, instance: ElementInstance): void {
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  const { onResume } = behaviorOf(step, element)
  if (onResume === undefined)
    throw new Error(`Expected ${element.id} to wait for the outside, but a ${element.type} does not.`)
  onResume(step, element, instance)
}

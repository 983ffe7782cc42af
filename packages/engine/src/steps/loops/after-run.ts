import { type FlowElement, isActivity } from '@millrace/bpmn'
import { loopBehaviorOf } from '../../behavior.ts'
import type { Definition } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { getElementInstance, type Step } from '../../step.ts'

/** A run has completed: the next one begins, or the body is done. */
export function afterRun(step: Step, definition: Definition, element: FlowElement, run: ElementInstance): void {
  if (!isActivity(element) || element.loop === null) return
  const { loop } = element
  const body = getElementInstance(step, run.parentId)
  loopBehaviorOf(step, loop).onRunEnd(step, { definition, element, loop, body }, run)
}

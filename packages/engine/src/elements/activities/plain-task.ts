import type { FlowElement } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { complete } from '../../steps/life/leave.ts'

/** Manual and undefined tasks, which pass immediately (BPMN 2.0, 10.3.3), and skipped activities. */
export const plainTask: Behavior<FlowElement> = {
  onEnter: (step, _element, instance) => complete(step, instance),
}

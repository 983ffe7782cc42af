import type { PlainTask } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { complete } from '../steps/leave.ts'

/** Manual and undefined tasks: done outside or not specified, so they pass (BPMN 2.0, 10.3.3). */
export const plainTask: Behavior<PlainTask> = {
  onEnter: (step, _element, instance) => complete(step, instance),
}

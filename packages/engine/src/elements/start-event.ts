import type { StartEvent } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { complete } from '../steps/leave.ts'

export const startEvent: Behavior<StartEvent> = {
  onEnter: (step, _element, instance) => complete(step, instance),
}

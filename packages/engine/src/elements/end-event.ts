import type { EndEvent } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { complete } from '../steps/leave.ts'
import { throwDefinitions } from '../steps/throw-event.ts'

export const endEvent: Behavior<EndEvent> = {
  onEnter: (step, element, instance) => throwDefinitions(step, element, instance, () => complete(step, instance)),
}

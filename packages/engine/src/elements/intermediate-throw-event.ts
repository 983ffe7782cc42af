import type { IntermediateThrowEvent } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { complete } from '../steps/leave.ts'
import { throwDefinitions } from '../steps/throw-event.ts'

export const intermediateThrowEvent: Behavior<IntermediateThrowEvent> = {
  onEnter: (step, element, instance) => throwDefinitions(step, element, instance, () => complete(step, instance)),
}

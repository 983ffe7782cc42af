import type { BoundaryEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { complete } from '../../steps/life/leave.ts'

/** A boundary event. It is entered when it has fired; until then it is a subscription or job of its host. */
export const boundaryEvent: Behavior<BoundaryEvent> = {
  onEnter: (step, _element, instance) => complete(step, instance),
}

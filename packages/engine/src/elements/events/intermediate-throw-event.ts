import type { IntermediateThrowEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { throwDefinitions, throwRemaining } from '../../steps/events/throw-event.ts'

export const intermediateThrowEvent: Behavior<IntermediateThrowEvent> = {
  onEnter: throwDefinitions,
  onResume: throwRemaining,
}

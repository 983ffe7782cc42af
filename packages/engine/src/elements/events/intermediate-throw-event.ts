import type { PlainEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { throwDefinitions, throwRemaining } from '../../steps/events/throw-event.ts'

export const intermediateThrowEvent: Behavior<PlainEvent<'intermediateThrowEvent'>> = {
  onEnter: throwDefinitions,
  onResume: throwRemaining,
}

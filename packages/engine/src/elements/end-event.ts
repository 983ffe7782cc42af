import type { EndEvent } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { throwDefinitions, throwRemaining } from '../steps/throw-event.ts'
import { leaveCancelled } from '../steps/transaction.ts'

export const endEvent: Behavior<EndEvent> = {
  onEnter: throwDefinitions,
  onResume: (step, element, instance) => {
    if (instance.data?.cancels === true) leaveCancelled(step, instance)
    else throwRemaining(step, element, instance)
  },
}

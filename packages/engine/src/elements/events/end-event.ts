import type { PlainEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { thrownBy } from '../../state/data/element-data.ts'
import { leaveCancelled } from '../../steps/compensation/transaction.ts'
import { throwDefinitions, throwRemaining } from '../../steps/events/throw-event.ts'

export const endEvent: Behavior<PlainEvent<'endEvent'>> = {
  onEnter: throwDefinitions,
  onResume: (step, element, instance) => {
    if (thrownBy(instance)?.cancels === true) leaveCancelled(step, instance)
    else throwRemaining(step, element, instance)
  },
  endsScope: ({ definitions }) => definitions.some(({ kind }) => kind === 'terminate' || kind === 'cancel'),
  endsPath: true,
}

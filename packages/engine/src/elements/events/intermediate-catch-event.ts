import type { PlainEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { firedIn } from '../../state/data/element-data.ts'
import { openEvent } from '../../steps/events/catch-events.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * An intermediate catch event: waits for its event. After an event-based gateway, or as the target of a link, the event
 * has happened when it is entered.
 */
export const intermediateCatchEvent: Behavior<PlainEvent<'intermediateCatchEvent'>> = {
  onEnter: (step, element, instance) => {
    const hasHappened = firedIn(instance) !== null || element.definitions.every(({ kind }) => kind === 'link')
    if (hasHappened) complete(step, instance)
    else openEvent(step, element, { scopeId: instance.id, instanceId: instance.instanceId })
  },
  hasExecution: ({ definitions }) => definitions.some(({ kind }) => kind !== 'link'),
  canBeSignalled: true,
}

import type { StartEvent } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { firedIn } from '../../state/data/element-data.ts'
import { openEvent } from '../../steps/events/catch-events.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * A start event, which passes because its event has happened. Only a parallel multiple one waits for its other events
 * in the new instance (BPMN 2.0, 10.5.2).
 */
export const startEvent: Behavior<StartEvent> = {
  onEnter: (step, element, instance) => {
    const definition = firedIn(instance)?.definition ?? null
    if (!element.parallelMultiple || element.definitions.length <= 1 || definition === null) {
      complete(step, instance)
      return
    }
    openEvent(step, element, { scopeId: instance.id, instanceId: instance.instanceId }, { except: definition })
  },
}

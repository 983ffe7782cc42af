import type { ReceiveTask } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { firedIn } from '../../state/data/element-data.ts'
import { openMessage } from '../../steps/events/catch-events.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * A receive task: waits for its message, or without a message for a trigger through the API. A receive task that starts
 * its process has already received its message.
 */
export const receiveTask: Behavior<ReceiveTask> = {
  onEnter: (step, element, instance) => {
    if (firedIn(instance) !== null) complete(step, instance)
    else if (element.message !== null)
      openMessage(step, element.id, element.message, { scopeId: instance.id, instanceId: instance.instanceId })
  },
  hasExecution: () => true,
  canBeSignalled: true,
}

import type { ReceiveTask } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { eventName, subscribe } from '../steps/catch-events.ts'
import { complete } from '../steps/leave.ts'

/** Waits for its message; without one, for a trigger through the API. */
export const receiveTask: Behavior<ReceiveTask> = {
  onEnter: (step, element, instance) => {
    if (instance.data?.isFired === true) {
      complete(step, instance)
      return
    }
    if (element.message === null) return
    const waiting = { scopeId: instance.id, instanceId: instance.instanceId }
    subscribe(step, element.id, waiting, {
      kind: 'message',
      name: eventName(step, element.id, element.message, waiting),
      data: null,
    })
  },
}

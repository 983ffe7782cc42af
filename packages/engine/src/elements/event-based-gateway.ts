import type { EventBasedGateway } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { getElement, getFlow } from '../definition.ts'
import { getDefinition } from '../step.ts'
import { eventName, openEvent, subscribe } from '../steps/catch-events.ts'

/** BPMN 2.0, 13.4.4: itself the active element while it waits for the events behind its flows; the first one wins. */
export const eventBasedGateway: Behavior<EventBasedGateway> = {
  onEnter: (step, element, instance) => {
    const definition = getDefinition(step, instance.instanceId)
    const waiting = { scopeId: instance.id, instanceId: instance.instanceId }
    for (const flowId of element.outgoing) {
      const target = getElement(definition, getFlow(definition, flowId).targetId)
      if ('definitions' in target) openEvent(step, target, waiting)
      else if (target.type === 'receiveTask' && target.message !== null) {
        subscribe(step, target.id, waiting, {
          kind: 'message',
          name: eventName(step, target.id, target.message, waiting),
          data: null,
        })
      }
    }
  },
}

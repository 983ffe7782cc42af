import type { Gateway } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { emit, listArrivals } from '../../step.ts'
import { consumeArrivals } from '../../steps/flows/joins.ts'
import { listOutgoing } from '../../steps/flows/select-flows.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * The parallel gateway (BPMN 2.0, 13.4.1): waits for one token on each incoming flow, then sends one on each outgoing
 * flow.
 */
export const parallelGateway: Behavior<Gateway<'parallelGateway'>> = {
  onEnter: (step, element, instance) => {
    if (element.incoming.length <= 1) {
      complete(step, instance)
      return
    }
    emit(step, { type: 'elementChanged', id: instance.id, patch: { state: 'joining' } })
    const arrivals = listArrivals(step, instance.parentId, element.id)
    const one = element.incoming.map((flowId) => arrivals.find((arrival) => arrival.flowId === flowId))
    if (one.every((arrival) => arrival !== undefined)) consumeArrivals(step, one, instance)
  },
  selectFlows: (step, _element, instance) => listOutgoing(step, instance),
}

import type { Gateway } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { isTaken, listOutgoing, takeDefault } from '../../steps/flows/select-flows.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * The exclusive gateway (BPMN 2.0, 13.4.2): takes the first flow whose condition holds, in document order, else the
 * default flow.
 */
export const exclusiveGateway: Behavior<Gateway<'exclusiveGateway'>> = {
  onEnter: (step, _element, instance) => complete(step, instance),
  selectFlows: (step, element, instance) => {
    const outgoing = listOutgoing(step, instance)
    if (outgoing.length === 0) return []
    const { defaultFlowId } = element
    const taken = outgoing.find((flow) => isTaken(step, flow, { left: instance, defaultFlowId }))
    return taken === undefined ? takeDefault(step, element, { left: instance, outgoing }) : [taken]
  },
}

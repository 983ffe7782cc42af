import type { Gateway } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { getFlow } from '../definition.ts'
import { getDefinition } from '../step.ts'
import { complete, failWithoutFlow, isTaken } from '../steps/leave.ts'

/** BPMN 2.0, 13.4.2: the first flow whose condition holds, in document order, else the default flow. */
export const exclusiveGateway: Behavior<Gateway & { type: 'exclusiveGateway' }> = {
  onEnter: (step, _element, instance) => complete(step, instance),
  selectFlows: (step, element, instance) => {
    const definition = getDefinition(step, instance.instanceId)
    const outgoing = element.outgoing.map((id) => getFlow(definition, id))
    if (outgoing.length === 0) return []
    const taken =
      outgoing.find((flow) => flow.id !== element.defaultFlowId && isTaken(step, flow, instance)) ??
      outgoing.find((flow) => flow.id === element.defaultFlowId)
    return taken === undefined ? failWithoutFlow(element, instance, outgoing) : [taken]
  },
}

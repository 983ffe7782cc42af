import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'
import { errorInCamunda } from '../severity.ts'

/** Checks that flows out of an exclusive gateway have conditions, except the default flow: BPMN 2.0, 10.6.2. */
export function* checkExclusiveGateways(index: ModelIndex): Iterable<Finding> {
  for (const gateway of Object.values(index.model.elements)) {
    if (gateway.type !== 'exclusiveGateway') continue
    const flows = index.listOutgoing(gateway.id)
    const [only] = flows
    if (only === undefined) {
      yield {
        code: 'gateway.no-outgoing',
        elementId: gateway.id,
        message: `Expected ${nameElement(gateway)} to have an outgoing flow, but it has none. Add one.`,
      }
    } else if (flows.length === 1) {
      if (only.condition !== null) yield singleCondition(gateway.id, only.id)
    } else {
      const open = flows.filter(({ id, condition }) => condition === null && id !== gateway.defaultFlowId)
      const isOpenDefault = gateway.defaultFlowId === null && open.length === 1
      for (const flow of open) {
        yield {
          code: 'flow.condition-missing',
          severity: isOpenDefault ? 'warning' : errorInCamunda(index),
          elementId: flow.id,
          message: `Expected ${nameElement(flow)} to have a condition or to be the default of ${nameElement(gateway)}, but it is neither. ${isOpenDefault ? 'It is used as the default. Mark it as the default flow.' : 'Add a condition.'}`,
        }
      }
    }
  }
}

function singleCondition(gatewayId: string, flowId: string): Finding {
  return {
    code: 'flow.condition-single',
    severity: 'warning',
    elementId: flowId,
    message: `Expected the only flow out of ${gatewayId} to have no condition, but ${flowId} has one, and the instance stops when it is not met. Remove it or add a default.`,
  }
}

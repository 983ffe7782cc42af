import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Checks that the default flow of an element is one of its outgoing flows: BPMN 2.0, table 8.50 and 10.3. */
export function* checkDefaultFlows(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!('defaultFlowId' in element) || element.defaultFlowId === null) continue
    const flow = index.findFlow(element.defaultFlowId)
    if (flow === undefined || flow.sourceId !== element.id) {
      yield {
        code: 'flow.default',
        elementId: element.id,
        message: `Expected the default flow of ${nameElement(element)} to be one of its outgoing flows, but “${element.defaultFlowId}” is not. Choose an outgoing flow.`,
      }
    } else if (flow.condition !== null && element.outgoing.length > 1) {
      yield {
        code: 'flow.condition-on-default',
        severity: element.type === 'exclusiveGateway' ? 'error' : 'warning',
        elementId: flow.id,
        message: `Expected the default flow ${nameElement(flow)} to have no condition, but it has one. Remove the condition or choose another default.`,
      }
    }
  }
}

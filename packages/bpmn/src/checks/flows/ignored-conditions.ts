import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Warns of conditions after parallel and event-based gateways, which are ignored: BPMN 2.0, 10.6.4 and 10.6.6. */
export function* checkIgnoredConditions(index: ModelIndex): Iterable<Finding> {
  for (const gateway of Object.values(index.model.elements)) {
    if (gateway.type !== 'parallelGateway' && gateway.type !== 'eventBasedGateway') continue
    for (const flow of index.listOutgoing(gateway.id)) {
      if (flow.condition === null) continue
      yield {
        code: 'flow.condition-ignored',
        severity: 'warning',
        elementId: flow.id,
        message: `Expected no condition on ${nameElement(flow)}, because ${nameElement(gateway)} does not evaluate conditions, but there is one. Remove it or use another gateway.`,
      }
    }
  }
}

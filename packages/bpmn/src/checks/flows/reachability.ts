import type { FlowElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'
import { mayBegin } from '../events/start-events.ts'

/** Warns of elements without incoming flows in a scope with a start event, because they never run. */
export function* checkReachability(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!mayBegin(element) || !needsFlow(element) || index.listStartEvents(element.scopeId).length === 0) continue
    yield {
      code: 'element.unreachable',
      severity: 'warning',
      elementId: element.id,
      message: `Expected a flow that leads to ${nameElement(element)}, but there is none, so it never runs. Connect or delete it.`,
    }
  }
}

function needsFlow(element: FlowElement): boolean {
  if (element.type === 'startEvent' || ('instantiate' in element && element.instantiate)) return false
  return !('definitions' in element && element.definitions.some(({ kind }) => kind === 'link'))
}

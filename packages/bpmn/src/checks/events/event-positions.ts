import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'
import { flowElements } from '../../vocabulary/flow-elements.ts'

/**
 * Checks which event definitions are allowed in which positions. Start events of sub-processes have their own check.
 */
export function* checkEventPositions({ model }: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(model.elements)) {
    if (!isEvent(element)) continue
    if (element.type === 'startEvent' && element.scopeId !== model.id) continue
    const { called, definitions } = flowElements[element.type]
    const allowed: ReadonlySet<string> = new Set(definitions)
    for (const { kind } of element.definitions) {
      if (allowed.has(kind)) continue
      yield {
        code: 'event.definition-not-allowed',
        elementId: element.id,
        message: `Expected ${called} to be of one of ${definitions.join(', ')}, but ${nameElement(element)} has the event definition “${kind}”. Choose another kind of event.`,
      }
    }
  }
}

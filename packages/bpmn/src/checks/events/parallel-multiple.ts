import { rulesOf } from '../../dialects/index.ts'
import type { EventDefinition } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'

/** The event definitions that a parallel multiple event can wait for: BPMN 2.0, 10.5.1. */
const waiting: readonly EventDefinition['kind'][] = ['message', 'timer', 'signal', 'conditional', 'variable']

/** Checks that all definitions of a parallel multiple event can be waited for. */
export function* checkParallelMultiple(index: ModelIndex): Iterable<Finding> {
  const { knowsParallelMultiple } = rulesOf(index.model)
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element) || !element.parallelMultiple || element.definitions.length < 2) continue
    for (const { kind } of element.definitions) {
      if (waiting.includes(kind)) continue
      yield {
        code: 'event.definition-not-allowed',
        // The vendors do not know parallel multiple events: their models mean one of the definitions.
        severity: knowsParallelMultiple ? 'error' : 'warning',
        elementId: element.id,
        message: `Expected the parallel multiple event ${nameElement(element)} to be of ${waiting.join(', ')}, but it has the event definition “${kind}”, which cannot wait. Use a separate event for it.`,
      }
    }
  }
}

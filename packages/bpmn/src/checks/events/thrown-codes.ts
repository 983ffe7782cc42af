import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'
import { warningInFlowable } from '../severity.ts'

/** Checks that events which throw an error or escalation name one: BPMN 2.0, 10.5.5. */
export function* checkThrownCodes(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element) || (element.type !== 'endEvent' && element.type !== 'intermediateThrowEvent')) continue
    for (const definition of element.definitions) {
      if ((definition.kind !== 'error' && definition.kind !== 'escalation') || definition.code !== null) continue
      yield {
        code: definition.kind === 'error' ? 'event.error-code' : 'event.escalation-code',
        severity: warningInFlowable(index),
        elementId: element.id,
        message: `Expected ${nameElement(element)} to throw an ${definition.kind} with a code, but there is none. Refer to an ${definition.kind} that has one.`,
      }
    }
  }
}

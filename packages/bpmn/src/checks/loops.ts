import type { Finding } from '../problems.ts'
import { isActivity, type ModelIndex } from '../query.ts'
import { errorInCamunda } from './severity.ts'

/** A multi-instance activity knows how often it runs: BPMN 2.0, 10.3.8. */
export function* checkLoops(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isActivity(element) || element.loop?.kind !== 'multi-instance') continue
    const { cardinality, collection, elementVariable } = element.loop
    if (cardinality === null && collection === null) {
      yield {
        code: 'activity.loop',
        elementId: element.id,
        message: `Expected the multi-instance activity ${element.id} to have a cardinality or a collection, but it has neither. Add one.`,
      }
    } else if (collection === null && elementVariable !== null) {
      yield {
        code: 'activity.loop',
        severity: errorInCamunda(index),
        elementId: element.id,
        message: `Expected ${element.id} to have a collection, because it names the variable “${elementVariable}” for its elements, but it has none. Add it or remove the variable.`,
      }
    }
  }
}

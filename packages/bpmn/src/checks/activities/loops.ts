import type { Activity, StandardLoop } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, type ModelIndex } from '../../query.ts'
import { errorInCamunda } from '../severity.ts'

/** Checks that a loop specifies how often it runs: BPMN 2.0, 10.3.8. */
export function* checkLoops(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isActivity(element) || element.loop === null) continue
    if (element.loop.kind === 'standard') {
      yield* checkStandard(element, element.loop)
      continue
    }
    const { cardinality, collection, elementVariable } = element.loop
    if (cardinality === null && collection === null) {
      yield {
        code: 'activity.loop',
        elementId: element.id,
        message: `Expected the multi-instance activity ${nameElement(element)} to have a cardinality or a collection, but it has neither. Add one.`,
      }
    } else if (collection === null && elementVariable !== null) {
      yield {
        code: 'activity.loop',
        severity: errorInCamunda(index),
        elementId: element.id,
        message: `Expected ${nameElement(element)} to have a collection, because it names the variable “${elementVariable}” for its elements, but it has none. Add it or remove the variable.`,
      }
    }
  }
}

function* checkStandard(element: Activity, { condition, maximum }: StandardLoop): Iterable<Finding> {
  if (condition !== null || maximum !== null) return
  yield {
    code: 'activity.loop',
    severity: 'warning',
    elementId: element.id,
    message: `Expected the loop of ${nameElement(element)} to have a condition or a maximum, but it has neither, so the activity runs once. Add one, or remove the loop.`,
  }
}

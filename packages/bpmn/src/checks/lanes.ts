import type { Finding } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** Warns of lanes that name elements outside of their process. Lanes have no effect at run time. */
export function* checkLanes(index: ModelIndex): Iterable<Finding> {
  for (const lane of index.model.lanes) {
    for (const id of lane.elementIds) {
      if (index.findElement(id) !== undefined) continue
      yield {
        code: 'bpmn.reference-unknown',
        severity: 'warning',
        elementId: lane.id,
        message: `Expected lane ${lane.id} to name elements of the process, but there is no flow node “${id}”.`,
      }
    }
  }
}

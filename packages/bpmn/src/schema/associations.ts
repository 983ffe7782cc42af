import { rulesOf } from '../dialects/index.ts'
import { idOf, type PlacedFinding } from '../read/context.ts'
import { isBpmn, referenceOf } from '../vocabulary/read.ts'
import { ends } from '../vocabulary/themes/flows.ts'
import type { DefinitionsInput } from './definitions-check.ts'
import { listGoverned } from './governed-elements.ts'

/** Checks that associations connect two elements of the file. */
export function* checkAssociations(input: DefinitionsInput): Iterable<PlacedFinding> {
  for (const element of listGoverned(input.root)) {
    if (!isBpmn(element, 'association')) continue
    for (const end of [ends.sourceRef, ends.targetRef]) {
      const named = referenceOf(element, end)
      if (named !== null && input.ids.taken.has(named)) continue
      yield {
        code: named === null ? 'bpmn.reference-missing' : 'bpmn.reference-unknown',
        severity: named === null || rulesOf(input).associationsNeedEnds ? 'error' : 'warning',
        element,
        elementId: idOf(input, element),
        message: `Expected ${end.name} of an association to name an element of the file, but ${named === null ? 'it is missing' : `there is no “${named}”`}. Redraw it.`,
      }
    }
  }
}

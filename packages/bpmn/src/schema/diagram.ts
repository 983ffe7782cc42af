import { attribute, localName, walk } from '@millrace/xml'
import type { PlacedFinding } from '../read/context.ts'
import { DIAGRAM_URI } from '../vocabulary/namespaces.ts'
import type { DefinitionsInput } from './definitions-check.ts'

const drawn = new Set(['BPMNShape', 'BPMNEdge', 'BPMNPlane'])

/**
 * Checks that diagrams refer to existing elements. Problems are warnings, because diagrams have no effect at run time.
 */
export function* checkDiagram({ root, ids }: DefinitionsInput): Iterable<PlacedFinding> {
  for (const diagram of root.children) {
    if (diagram.uri !== DIAGRAM_URI) continue
    for (const element of walk(diagram)) {
      if (element.uri !== DIAGRAM_URI || !drawn.has(element.name)) continue
      const named = localName(attribute(element, 'bpmnElement') ?? '') || null
      if (named !== null && ids.taken.has(named)) continue
      yield {
        code: 'bpmn.reference-unknown',
        severity: 'warning',
        element,
        elementId: null,
        message: `Expected ${element.name} to draw an element of the file, but ${named === null ? 'it names none' : `there is no “${named}”`}.`,
      }
    }
  }
}

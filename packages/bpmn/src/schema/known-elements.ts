import type { XmlElement } from '@millrace/xml'
import { idOf, ownerOf, type PlacedFinding } from '../read/context.ts'
import { findReader, isSubProcess } from '../read/elements/index.ts'
import { bpmnElementNames } from '../vocabulary/elements.ts'
import { isBpmn } from '../vocabulary/read.ts'
import type { DefinitionsInput } from './definitions-check.ts'
import { listGoverned } from './governed-elements.ts'

/**
 * Checks that elements of the BPMN namespace exist in BPMN 2.0, and that flow elements are in a process or sub-process.
 */
export function* checkKnownElements(input: DefinitionsInput): Iterable<PlacedFinding> {
  for (const element of listGoverned(input.root)) {
    if (!bpmnElementNames.has(element.name)) {
      yield {
        code: 'bpmn.unknown-element',
        element,
        elementId: element.parent === null ? null : idOf(input, ownerOf(element)),
        message: `Expected an element of BPMN 2.0, but there is none named “${element.name}”. Correct the name, or use another namespace.`,
      }
    } else if (isFlowElement(element) && !isContainer(element.parent)) {
      yield {
        code: 'bpmn.misplaced-element',
        element,
        elementId: idOf(input, element),
        message: `Expected ${element.name} inside a process or sub-process, but it is in “${element.parent?.name}”. Move it.`,
      }
    }
  }
}

function isFlowElement(element: XmlElement): boolean {
  return findReader(element) !== undefined || isBpmn(element, 'sequenceFlow')
}

function isContainer(element: XmlElement | null): boolean {
  return element !== null && (isBpmn(element, 'process') || isSubProcess(element))
}

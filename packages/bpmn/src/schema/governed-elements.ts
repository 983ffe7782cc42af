import type { XmlElement } from '@millrace/xml'
import { openElements } from '../vocabulary/elements.ts'
import { isBpmn } from '../vocabulary/read.ts'

/** Lists the elements of the BPMN namespace that the schema covers, in document order, without those in free text. */
export function* listGoverned(root: XmlElement): Generator<XmlElement> {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (isBpmn(element)) yield element
    if (isBpmn(element) && openElements.has(element.name)) continue
    for (const child of element.children.toReversed()) waiting.push(child)
  }
}

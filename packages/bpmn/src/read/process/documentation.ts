import type { XmlElement } from '@millrace/xml'
import { elementsOf } from '../../vocabulary/read.ts'
import { description } from '../../vocabulary/themes/general.ts'

/** Reads the `documentation` of an element: several are joined by an empty line. Null when it has none. */
export function readDocumentation(element: XmlElement): string | null {
  const parts = elementsOf(element, description.documentation).map(({ text }) => text.trim())
  return parts.length === 0 ? null : parts.filter((part) => part !== '').join('\n\n')
}

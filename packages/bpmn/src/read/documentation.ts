import { listChildren, type XmlElement } from '../xml/element.ts'

/** The `documentation` of an element: several are joined by an empty line. Null when there is none. */
export function readDocumentation(element: XmlElement): string | null {
  const parts = listChildren(element, 'documentation').map(({ text }) => text.trim())
  return parts.length === 0 ? null : parts.filter((part) => part !== '').join('\n\n')
}

import type { DmnProblem } from '../problems.ts'
import { findAttribute, type XmlElement } from '../xml/xml-element.ts'

/** What the functions that read a file share: where they tell what is wrong. */
export interface FileReader {
  report(element: XmlElement, message: string): void
}

export function createFileReader(problems: DmnProblem[], root: XmlElement): FileReader {
  return {
    report(element, message) {
      const elementId = findAttribute(element, 'id') ?? findIdAround(root, element)
      problems.push({ message, elementId, line: element.line, column: element.column })
    },
  }
}

function findIdAround(outer: XmlElement, inner: XmlElement): string | null {
  for (const child of outer.children) {
    if (child === inner) return findAttribute(outer, 'id')
    const found = findIdAround(child, inner)
    if (found) return found
  }
  return contains(outer, inner) ? findAttribute(outer, 'id') : null
}

function contains(outer: XmlElement, inner: XmlElement): boolean {
  return outer.children.some((child) => child === inner || contains(child, inner))
}

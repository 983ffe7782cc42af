import type { DmnProblem } from '../problems.ts'
import { findAttribute, type XmlElement } from '../xml/xml-element.ts'

/** What the functions that read a file share: where they tell what is wrong. */
export interface FileReader {
  report(element: XmlElement, message: string): void
}

export function createFileReader(problems: DmnProblem[]): FileReader {
  return {
    report(element, message) {
      const elementId = findAttribute(element, 'id') ?? element.idAround
      problems.push({ message, elementId, line: element.line, column: element.column })
    },
  }
}

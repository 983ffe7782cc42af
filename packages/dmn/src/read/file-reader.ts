import type { Location, XmlElement } from '@millrace/xml'
import type { DmnProblem } from '../problems.ts'
import { findId } from './dmn-element.ts'
import { nameNodes } from './node-ids.ts'

/** What the functions that read a file share: the list of problems, and the names of nodes. */
export interface FileReader {
  report(element: XmlElement, message: string): void
  /** Returns the id of a node, or the name that replaces a missing id. */
  idOf(node: XmlElement): string
}

/**
 * Creates the reader of a file.
 *
 * @param locate finds the position of an offset.
 */
export function createFileReader(
  root: XmlElement,
  problems: DmnProblem[],
  locate: (offset: number) => Location,
): FileReader {
  const ids = nameNodes(root)
  return {
    report(element, message) {
      problems.push({ message, elementId: findId(element), ...locate(element.offset) })
    },
    idOf: (node) => ids.get(node) ?? node.name,
  }
}

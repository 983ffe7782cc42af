import type { Location, XmlElement } from '@millrace/xml'
import type { DmnProblem } from '../problems.ts'
import { findAttribute, findId } from './dmn-element.ts'

/** What the functions that read a file share: where they tell what is wrong, and how nodes are called. */
export interface FileReader {
  report(element: XmlElement, message: string): void
  /** The id of a node. One that has none, which the standard allows, is known by its name, with a number if need be. */
  idOf(node: XmlElement): string
}

/** @param locate where an offset of the file is. */
export function createFileReader(
  root: XmlElement,
  problems: DmnProblem[],
  locate: (offset: number) => Location,
): FileReader {
  const taken = new Set(root.children.map((child) => findAttribute(child, 'id')))
  return {
    report(element, message) {
      problems.push({ message, elementId: findId(element), ...locate(element.offset) })
    },
    idOf(node) {
      const written = findAttribute(node, 'id')
      if (written !== null) return written
      const name = findAttribute(node, 'name') ?? node.name
      let id = name
      for (let number = 2; taken.has(id); number++) id = `${name}_${number}`
      taken.add(id)
      return id
    },
  }
}

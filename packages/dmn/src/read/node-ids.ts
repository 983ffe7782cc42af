import type { XmlElement } from '@millrace/xml'
import { findAttribute } from './dmn-element.ts'

const kinds: ReadonlySet<string> = new Set(['decision', 'inputData', 'businessKnowledgeModel', 'decisionService'])

/** Returns the nodes of a graph, in the order of the file. */
export function listNodes(root: XmlElement): XmlElement[] {
  return root.children.filter((child) => kinds.has(child.name))
}

/**
 * Returns the names of nodes. A node without an id, which the standard allows, is identified by its name, with a number
 * if needed.
 */
export function nameNodes(root: XmlElement): ReadonlyMap<XmlElement, string> {
  const taken = new Set(root.children.map((child) => findAttribute(child, 'id')))
  const ids = new Map<XmlElement, string>()
  for (const node of listNodes(root)) {
    const name = findAttribute(node, 'name') ?? node.name
    let id = findAttribute(node, 'id')
    for (let number = 1; id === null; number++) {
      const tried = number === 1 ? name : `${name}_${number}`
      if (!taken.has(tried)) id = tried
    }
    taken.add(id)
    ids.set(node, id)
  }
  return ids
}

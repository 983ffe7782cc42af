import { hasChildren } from '../document/node-types.ts'
import { createRecord } from '../document/plain-object.ts'
import type { FormDocument, FormNode } from '../document/types.ts'
import { documentSchema } from '../document/upgrade-document.ts'

/**
 * A form document while it is edited: its nodes by id, each with the ids of its children, so that a change replaces
 * only the objects that it concerns. Plain data; every change returns a new design.
 */
export interface Design extends Pick<FormDocument, 'id' | 'settings' | 'i18n'> {
  readonly root: readonly string[]
  readonly nodes: Readonly<Record<string, DesignNode>>
}

export interface DesignNode extends Omit<FormNode, 'children'> {
  /** Null at the top. */
  readonly parent: string | null
  readonly children: readonly string[]
}

export function toDesign({ id, settings, i18n, root }: FormDocument): Design {
  const nodes = createRecord<DesignNode>()
  addNodes(nodes, root, null)
  // A language without a text is none: it comes with its first text and goes with its last.
  const texts = Object.fromEntries(Object.entries(i18n).filter(([, own]) => Object.keys(own).length > 0))
  return { id, settings, i18n: texts, root: root.map((node) => node.id), nodes }
}

export function toDocument({ id, settings, i18n, root, nodes }: Design): FormDocument {
  return { schema: documentSchema, id, settings, i18n, root: root.map((node) => toTree(nodes, node)) }
}

/** Returns a node with everything inside it, in the format of a document. */
export function toTree(nodes: Design['nodes'], id: string): FormNode {
  const { parent: _parent, children, ...node } = getDesignNode(nodes, id)
  const inside = children.map((child) => toTree(nodes, child))
  return hasChildren(node.type) ? { ...node, children: inside } : node
}

/** Adds nodes with everything inside them to a record. */
export function addNodes(into: Record<string, DesignNode>, trees: readonly FormNode[], parent: string | null): void {
  for (const { children = [], ...node } of trees) {
    into[node.id] = { ...node, parent, children: children.map(({ id }) => id) }
    addNodes(into, children, node.id)
  }
}

/**
 * Returns the node with this id.
 *
 * @throws Error when it does not exist.
 */
export function getDesignNode(nodes: Design['nodes'], id: string): DesignNode {
  const node = nodes[id]
  if (node === undefined) throw new Error(`Expected the node ${id} in the design, but it is not there.`)
  return node
}

/** Returns the ids of a node and of everything inside it. */
export function listIds(nodes: Design['nodes'], id: string): string[] {
  return [id, ...getDesignNode(nodes, id).children.flatMap((child) => listIds(nodes, child))]
}

/** Lists the ids of children of a node, or of the top level (null). */
export function childrenOf({ root, nodes }: Design, parent: string | null): readonly string[] {
  return parent === null ? root : getDesignNode(nodes, parent).children
}

import { childrenOf, type Design, listIds } from '@millrace/forms/design'

/** Lists the ids of all nodes in document order: parents before their children. */
export function listAll(design: Design): string[] {
  return design.root.flatMap((id) => listIds(design.nodes, id))
}

/** Lists the ids of the ancestors of a node, from the outermost. */
export function listAround({ nodes }: Design, id: string): string[] {
  const parent = nodes[id]?.parent ?? null
  return parent === null ? [] : [...listAround({ nodes } as Design, parent), parent]
}

/** Returns the parent of a node and its index in the parent. Null when the node does not exist. */
export function findPlace(
  design: Design,
  id: string,
): { readonly parent: string | null; readonly index: number } | null {
  const node = design.nodes[id]
  return node === undefined ? null : { parent: node.parent, index: childrenOf(design, node.parent).indexOf(id) }
}

import { childrenOf, type Design, listIds } from '@millrace/forms/design'

/** Ids of all nodes in document order: what holds others before what it holds. */
export function listAll(design: Design): string[] {
  return design.root.flatMap((id) => listIds(design.nodes, id))
}

/** Ids of what stands around a node, from the outermost. */
export function listAround({ nodes }: Design, id: string): string[] {
  const parent = nodes[id]?.parent ?? null
  return parent === null ? [] : [...listAround({ nodes } as Design, parent), parent]
}

/** Where a node stands: what holds it, and the place there. Null when there is none. */
export function findPlace(
  design: Design,
  id: string,
): { readonly parent: string | null; readonly index: number } | null {
  const node = design.nodes[id]
  return node === undefined ? null : { parent: node.parent, index: childrenOf(design, node.parent).indexOf(id) }
}

import type { NodeType } from '@millrace/forms'
import {
  childrenOf,
  type Design,
  type DesignPlace,
  findMisplacement,
  hasChildren,
  isNodeType,
  listIds,
} from '@millrace/forms/design'
import type { DropMark } from '../store/designer-store.ts'

/** The dragged object: a new node of a type, or an existing node. */
export type DragSource =
  | { readonly kind: 'new'; readonly type: NodeType }
  | { readonly kind: 'node'; readonly id: string }

const mark = Symbol('dragged in the form designer')

/** Returns the data of a drag source as a record with a mark that other users of the drag library do not have. */
export function dragSource(source: DragSource): Record<string | symbol, unknown> {
  return { [mark]: true, ...source }
}

/** Returns the dragged object; null when it does not come from the designer. */
export function readDragSource(data: Readonly<Record<string | symbol, unknown>>): DragSource | null {
  if (data[mark] !== true) return null
  if (data.kind === 'node' && typeof data.id === 'string') return { kind: 'node', id: data.id }
  return data.kind === 'new' && typeof data.type === 'string' && isNodeType(data.type)
    ? { kind: 'new', type: data.type }
    : null
}

/**
 * The position of the pointer on a node, from 0 to 1 in both directions, and its distance in pixels from the edges of
 * the node.
 */
export interface PointerPlace {
  readonly x: number
  readonly y: number
  readonly height: number
}

/** Pixels at the edges of a container that mean beside it. */
const rim = 12

/** Returns the edge of a node at which the dragged node would be inserted. Null: the dragged node may not be there. */
export function findEdge(
  design: Design,
  { source, target, pointer }: { source: DragSource; target: string; pointer: PointerPlace },
): DropMark['edge'] | null {
  const node = design.nodes[target]
  if (node === undefined) return null
  for (const edge of listEdges(node, pointer)) {
    const place = toPlace(design, target, edge)
    if (place !== null && canDrop(design, source, place)) return edge
  }
  return null
}

/** The edges that a pointer may mean, the likeliest first. */
function listEdges(node: Design['nodes'][string], { x, y, height }: PointerPlace): readonly DropMark['edge'][] {
  const vertical = y < 0.5 ? 'top' : 'bottom'
  if (hasChildren(node.type)) {
    const isAtRim = Math.min(y, 1 - y) * height < Math.min(rim, height / 4)
    return isAtRim ? [vertical, 'inside'] : ['inside', vertical]
  }
  const horizontal = x < 0.5 ? 'left' : 'right'
  const isBeside = node.layout.span.md < 12 && Math.min(x, 1 - x) < 0.25
  return isBeside ? [horizontal] : [vertical]
}

/** Returns the position in the document that an edge of a node means. A target of null means the end of the form. */
export function toPlace(design: Design, target: string | null, edge: DropMark['edge']): DesignPlace | null {
  if (target === null) return { parent: null, index: design.root.length }
  const node = design.nodes[target]
  if (node === undefined) return null
  if (edge === 'inside') return { parent: target, index: node.children.length }
  const index = childrenOf(design, node.parent).indexOf(target)
  return { parent: node.parent, index: edge === 'top' || edge === 'left' ? index : index + 1 }
}

/** Returns whether the dragged node may be inserted at a position. */
export function canDrop(design: Design, source: DragSource, { parent }: DesignPlace): boolean {
  const type = source.kind === 'new' ? source.type : design.nodes[source.id]?.type
  if (type === undefined) return false
  if (source.kind === 'node' && parent !== null && listIds(design.nodes, source.id).includes(parent)) return false
  return findMisplacement(type, parent === null ? null : (design.nodes[parent]?.type ?? null)) === null
}

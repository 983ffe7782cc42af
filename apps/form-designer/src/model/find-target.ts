import type { NodeType } from '@millrace/forms'
import {
  childrenOf,
  type Design,
  type DesignPlace,
  findMisplacement,
  hasChildren,
  listIds,
} from '@millrace/forms/design'
import { findPlace } from './walk.ts'

/** Returns whether a node of a type may be in the parent with an id; null: in the form itself. */
export function canStandIn(design: Design, type: NodeType, parent: string | null): boolean {
  const holder = parent === null ? null : design.nodes[parent]
  if (holder === undefined) return false
  return findMisplacement(type, holder?.type ?? null) === null
}

/**
 * Returns the position of a new node: in the selected container, otherwise behind the selected node or the nearest node
 * around it where the type is allowed, otherwise at the end of the form. Null when the type is allowed nowhere.
 */
export function findInsertPlace(design: Design, type: NodeType, selected: string | null): DesignPlace | null {
  const node = selected === null ? undefined : design.nodes[selected]
  if (selected !== null && node !== undefined) {
    if (hasChildren(node.type) && canStandIn(design, type, selected))
      return { parent: selected, index: node.children.length }
    for (let id: string | null = selected; id !== null; id = design.nodes[id]?.parent ?? null) {
      const place = findPlace(design, id)
      if (place !== null && canStandIn(design, type, place.parent))
        return { parent: place.parent, index: place.index + 1 }
    }
  }
  if (canStandIn(design, type, null)) return { parent: null, index: design.root.length }
  const holder = Object.values(design.nodes).find(({ id }) => canStandIn(design, type, id))
  return holder === undefined ? null : { parent: holder.id, index: holder.children.length }
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Returns the position to which a key press moves a node; null when it cannot move in that direction. */
export function findStepPlace(design: Design, id: string, step: Step): DesignPlace | null {
  const node = design.nodes[id]
  const place = findPlace(design, id)
  if (node === undefined || place === null) return null
  const { parent, index } = place
  const neighbours = childrenOf(design, parent)
  if (step === 'up') return index > 0 ? { parent, index: index - 1 } : null
  if (step === 'down') return index < neighbours.length - 1 ? { parent, index: index + 2 } : null
  if (step === 'in') {
    const before = neighbours.slice(0, index).toReversed()
    const into = [...before, ...neighbours.slice(index + 1)].find(
      (other) => hasChildren(design.nodes[other]?.type ?? node.type) && canStandIn(design, node.type, other),
    )
    if (into === undefined) return null
    return { parent: into, index: before.includes(into) ? childrenOf(design, into).length : 0 }
  }
  const around = parent === null ? null : findPlace(design, parent)
  if (around === null || !canStandIn(design, node.type, around.parent)) return null
  return { parent: around.parent, index: around.index + 1 }
}

/** Lists the possible parents of a node without its current one, in document order. Null means the form itself. */
export function listHolders(design: Design, id: string): (string | null)[] {
  const node = design.nodes[id]
  if (node === undefined) return []
  const own = new Set(listIds(design.nodes, id))
  const holders: (string | null)[] = [null, ...design.root.flatMap((root) => listIds(design.nodes, root))]
  return holders
    .filter((holder) => holder === null || (!own.has(holder) && hasChildren(design.nodes[holder]?.type ?? node.type)))
    .filter((holder) => canStandIn(design, node.type, holder))
}

import type { CategoryDesign } from '@millrace/contract'

/** A new position of a category: the parent, null for Home, and the next sibling, null for the end. */
export interface Place {
  readonly parentId: string | null
  readonly before: string | null
}

export type Step = 'up' | 'down' | 'in' | 'out'

type Node = Pick<CategoryDesign, 'id' | 'parentId'>

/**
 * Returns the new position after a step: up and down among siblings, into the sibling above, or out of the parent.
 * Null: not possible.
 */
export function placeAfter(categories: readonly Node[], id: string, step: Step): Place | null {
  const { parentId, siblings, at } = findSiblings(categories, id)
  if (step === 'up') return at > 0 ? { parentId, before: siblings[at - 1] ?? null } : null
  if (step === 'down') return at < siblings.length - 1 ? { parentId, before: siblings[at + 2] ?? null } : null
  if (step === 'in') return at > 0 ? { parentId: siblings[at - 1] ?? null, before: null } : null
  if (parentId === null) return null
  const outer = findSiblings(categories, parentId)
  return { parentId: outer.parentId, before: outer.siblings[outer.at + 1] ?? null }
}

/** Returns the position for a drop before, after or inside another category. */
export function placeAt(
  categories: readonly Node[],
  id: string,
  { target, position }: { readonly target: string; readonly position: 'before' | 'after' | 'inside' },
): Place {
  if (position === 'inside') return { parentId: target, before: null }
  const { parentId, siblings } = findSiblings(categories, target)
  if (position === 'before') return { parentId, before: target }
  const others = siblings.filter((one) => one !== id)
  return { parentId, before: others[others.indexOf(target) + 1] ?? null }
}

/** Returns the ids of a category and everything below it, which cannot be its parent. */
export function listWithin(categories: readonly Node[], id: string): Set<string> {
  const found = new Set([id])
  // Each comes after the one that it is in.
  for (const one of categories) if (one.parentId !== null && found.has(one.parentId)) found.add(one.id)
  return found
}

/** Returns the number of a category among its siblings, from 1, and their count. */
export function numberOf(categories: readonly Node[], id: string): { number: number; count: number } {
  const { siblings, at } = findSiblings(categories, id)
  return { number: at + 1, count: siblings.length }
}

function findSiblings(categories: readonly Node[], id: string) {
  const parentId = categories.find((one) => one.id === id)?.parentId ?? null
  const siblings = categories.filter((one) => one.parentId === parentId).map((one) => one.id)
  return { parentId, siblings, at: siblings.indexOf(id) }
}

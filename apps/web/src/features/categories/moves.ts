import type { CategoryDesign } from '@millrace/contract'

/** Where a category goes: below which one, null for Home; and before which one there, null for the end. */
export interface Place {
  readonly parentId: string | null
  readonly before: string | null
}

export type Step = 'up' | 'down' | 'in' | 'out'

type Node = Pick<CategoryDesign, 'id' | 'parentId'>

/** Where a step leads: up and down among those beside it, into the one above it, or out of the one it is in. Null: nowhere. */
export function placeAfter(categories: readonly Node[], id: string, step: Step): Place | null {
  const { parentId, beside, at } = findBeside(categories, id)
  if (step === 'up') return at > 0 ? { parentId, before: beside[at - 1] ?? null } : null
  if (step === 'down') return at < beside.length - 1 ? { parentId, before: beside[at + 2] ?? null } : null
  if (step === 'in') return at > 0 ? { parentId: beside[at - 1] ?? null, before: null } : null
  if (parentId === null) return null
  const outer = findBeside(categories, parentId)
  return { parentId: outer.parentId, before: outer.beside[outer.at + 1] ?? null }
}

/** Where a category is dropped: before, after or inside of another. */
export function placeAt(
  categories: readonly Node[],
  id: string,
  { target, position }: { readonly target: string; readonly position: 'before' | 'after' | 'inside' },
): Place {
  if (position === 'inside') return { parentId: target, before: null }
  const { parentId, beside } = findBeside(categories, target)
  if (position === 'before') return { parentId, before: target }
  const others = beside.filter((one) => one !== id)
  return { parentId, before: others[others.indexOf(target) + 1] ?? null }
}

/** The category and all below it: where it cannot go. */
export function listWithin(categories: readonly Node[], id: string): Set<string> {
  const found = new Set([id])
  // Each comes after the one that it is in.
  for (const one of categories) if (one.parentId !== null && found.has(one.parentId)) found.add(one.id)
  return found
}

/** Which of those beside it a category is, from 1, and how many there are. */
export function numberOf(categories: readonly Node[], id: string): { number: number; count: number } {
  const { beside, at } = findBeside(categories, id)
  return { number: at + 1, count: beside.length }
}

function findBeside(categories: readonly Node[], id: string) {
  const parentId = categories.find((one) => one.id === id)?.parentId ?? null
  const beside = categories.filter((one) => one.parentId === parentId).map((one) => one.id)
  return { parentId, beside, at: beside.indexOf(id) }
}

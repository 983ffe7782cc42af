import type { FormPlan, PlannedNode } from '../compile/plan-form.ts'
import type { RuntimeDocument } from '../compile/runtime-document.ts'

/** What is calculated for a node, in this order. `value` of a list or group is its existence and its rows. */
export const cells = ['visible', 'value', 'enabled', 'readOnly', 'required', 'check', 'unique'] as const

export type Cell = (typeof cells)[number]

/** A property to calculate in all rows. */
export interface RankedCell {
  readonly node: PlannedNode
  readonly cell: Cell
}

export interface Ranks {
  /** Each behind all that it may read. */
  readonly cells: readonly RankedCell[]
  rankOf(node: PlannedNode, cell: Cell): number
}

/**
 * Creates the fixed order of calculation: first visibility and values, node by node by their dependencies; then the
 * others, which only their own content reads.
 */
export function createRanks({ order }: RuntimeDocument, { byId }: FormPlan): Ranks {
  const places = new Map(order.map((id, index) => [id, index]))
  const nodes = order.flatMap((id) => byId.get(id) ?? [])
  const [first, rest] = [cells.slice(0, 2), cells.slice(2)]
  const ranked = [first, rest].flatMap((part) => nodes.flatMap((node) => part.map((cell) => ({ node, cell }))))
  const numbers = Object.fromEntries(cells.map((cell, index) => [cell, index])) as Record<Cell, number>
  return {
    cells: ranked,
    rankOf(node, cell) {
      const place = places.get(node.id) ?? 0
      const number = numbers[cell]
      return number < 2 ? place * 2 + number : nodes.length * 2 + place * rest.length + number - 2
    },
  }
}

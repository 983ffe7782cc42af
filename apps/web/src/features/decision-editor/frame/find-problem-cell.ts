import type { DecisionProblem } from '../checks/check-decisions.ts'
import type { CellPlace } from '../grid/grid-state.ts'
import type { DecisionTableView } from '../grid/read-table.ts'

/** Returns the cell of a problem: its own cell, the first one of its rule, or the first of its column. */
export function findProblemCell(
  { elementId, place, finding }: DecisionProblem,
  table: DecisionTableView,
): CellPlace | null {
  for (const [rule, { cells }] of table.rows.entries()) {
    const column = cells.findIndex(({ id }) => id === elementId)
    if (column >= 0) return { rule, column }
  }
  if (table.rows.length === 0) return null
  const column = table.columns.findIndex(({ id }) => id === elementId)
  if (column >= 0) return { rule: 0, column }
  const rule = finding?.rules.at(-1) ?? place?.rule ?? 1
  return { rule: rule - 1, column: finding?.conditions[0]?.input ?? 0 }
}

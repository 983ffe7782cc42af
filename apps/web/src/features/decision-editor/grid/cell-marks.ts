import type { DecisionProblem } from '../checks/check-decisions.ts'
import type { DecisionTableView } from './read-table.ts'

export interface CellMark {
  readonly severity: DecisionProblem['severity']
  readonly message: string
}

/** Returns the cells with problems, by their ids: the cell itself, or the conditions of rules that match together. */
export function markCells(
  table: DecisionTableView,
  problems: readonly DecisionProblem[],
): ReadonlyMap<string, CellMark> {
  const marks = new Map<string, CellMark>()
  const add = (id: string | undefined | null, mark: CellMark) => {
    if (id != null && marks.get(id)?.severity !== 'error') marks.set(id, mark)
  }
  for (const { severity, message, elementId, finding } of problems) {
    if (finding === undefined) add(elementId, { severity, message })
    else if (finding.decisionId === table.decisionId && finding.kind !== 'gap')
      for (const rule of finding.rules)
        for (const input of finding.kind === 'hidden' ? [0] : finding.conditions.map((condition) => condition.input))
          add(table.rows[rule - 1]?.cells[input]?.id, { severity, message })
  }
  return marks
}

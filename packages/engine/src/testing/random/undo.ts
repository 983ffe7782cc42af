import { isDeepStrictEqual } from 'node:util'
import { rowTables } from '../../state/changed-rows.ts'
import type { UndoableChange } from '../../state/events.ts'
import type { LoadedRows } from '../../state/instance-state.ts'
import type { Scenario } from '../scenario.ts'

/**
 * Undoes the last change of a scenario, and compares all rows with those before it.
 *
 * @param before the rows before the change.
 * @returns whether the change could be undone.
 * @throws Error when a row differs from before.
 */
export function undoLast(scenario: Scenario, what: UndoableChange, before: LoadedRows): boolean {
  const { changed } = scenario
  if (changed === null) return false
  const outcome = scenario.do({ type: 'undoChange', instanceId: scenario.rows.rootId, what, rows: changed })
  if (outcome.kind !== 'done') throw new Error(`Expected a ${what} to be undone, but: ${JSON.stringify(outcome)}`)
  for (const table of rowTables) {
    const [was, is] = [before, scenario.rows].map((rows) => sort<{ readonly id: string }>(rows[table]))
    if (!isDeepStrictEqual(was, is))
      throw new Error(
        `Expected the ${table} to be as before the ${what}, but:\n  ${JSON.stringify(was)}\nbecame\n  ${JSON.stringify(is)}`,
      )
  }
  return true
}

function sort<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((one, other) => (one.id < other.id ? -1 : 1))
}

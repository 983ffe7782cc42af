import type { ChangeEvent } from 'react'
import type { RowKeys } from './use-list-keys.ts'
import type { Selection } from './use-selection.ts'

/** Whether a box was ticked with the shift key held: up to here. */
export function isShifted({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

/** What keys do to the rows of a list, by their places; null where rows cannot be selected. */
export function listSelection<Row>(selection: Selection<Row> | null, rows: readonly Row[] | null): RowKeys | null {
  if (selection === null) return null
  return {
    toggle: (index) => selection.toggle(rows?.[index]),
    extendTo: (index) => selection.extendTo(rows?.[index]),
    toggleAll: selection.toggleAll,
    clear: selection.rows.length === 0 ? null : selection.clear,
  }
}

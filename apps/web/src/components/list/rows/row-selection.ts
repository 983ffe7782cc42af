import type { ChangeEvent } from 'react'
import type { RowKeys } from './use-list-keys.ts'
import type { Selection } from './use-selection.ts'

/** Returns whether a box was ticked with Shift, which selects a range. */
export function isShifted({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

/** Returns the keyboard actions for the rows of a list, by index; null where rows cannot be selected. */
export function listSelection<Row>(selection: Selection<Row> | null, rows: readonly Row[] | null): RowKeys | null {
  if (selection === null) return null
  return {
    toggle: (index) => selection.toggle(rows?.[index]),
    extendTo: (index) => selection.extendTo(rows?.[index]),
    toggleAll: selection.toggleAll,
    clear: selection.rows.length === 0 ? null : selection.clear,
  }
}

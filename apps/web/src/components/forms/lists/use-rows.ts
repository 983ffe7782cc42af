import { isWritable, type NodeInstance, type Row, valueLimits } from '@millrace/forms'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formTexts } from '../form-texts.ts'
import { inputId, useFormView } from '../form-view-context.ts'
import { listOf } from '../instance-data.ts'
import { useSnapshot } from '../use-node.ts'

/** The actions of users on the rows of a list, and their messages for screen readers. */
export interface RowChanges {
  readonly canAdd: boolean
  /** Whether the list has its maximum number of rows. */
  readonly isFull: boolean
  /** Rows can be moved and removed. */
  readonly canChange: boolean
  readonly said: string
  /** Announces a text to screen readers. */
  say(text: string): void
  /** Gives the new row. */
  add(): Row
  /** Opens a row to be filled, where it cannot be filled in its place. */
  readonly edit?: (row: Row) => void
  remove(row: Row): void
  /** One place up (-1) or down (1). */
  move(row: Row, by: -1 | 1): void
}

/** Returns the name of a row. */
export function nameRow(list: NodeInstance, index: number): string {
  return formTexts.rowName(listOf(list).props.rowLabel ?? formTexts.row, index + 1)
}

/** Returns the id of the element of a row. */
export function rowElementId(formId: string, row: Row): string {
  return `${formId}-row-${row.id}`
}

/** Returns the actions of a list. After each, the focus is where the user continues. */
export function useRows(list: NodeInstance): RowChanges {
  const { store, formId, isReadOnly } = useFormView()
  const { rows } = useSnapshot(list)
  const [said, setSaid] = useState('')
  const { props } = listOf(list)
  const canChange = !isReadOnly && isWritable(list) && props.fixed !== true
  const addId = `${inputId(formId, list.id)}-add`
  return {
    canAdd: canChange,
    isFull: rows.length >= (props.max ?? valueLimits.listRows),
    canChange,
    said,
    say: setSaid,
    add() {
      const row = flushSync(() => {
        setSaid(formTexts.rowAdded(nameRow(list, rows.length)))
        return store.addRow(list)
      })
      focusIn(rowElementId(formId, row), entrySelector)
      return row
    },
    remove(row) {
      const index = rows.indexOf(row)
      const next = rows[index + 1] ?? rows[index - 1]
      flushSync(() => {
        store.removeRow(row)
        setSaid(formTexts.rowRemoved(nameRow(list, index)))
      })
      if (next === undefined) document.getElementById(addId)?.focus()
      else focusIn(rowElementId(formId, next), '[data-action=remove]')
    },
    move(row, by) {
      const to = rows.indexOf(row) + by
      if (to < 0 || to >= rows.length) return
      flushSync(() => {
        store.moveRow(row, to)
        setSaid(formTexts.rowMoved(nameRow(list, to), rows.length))
      })
      // Moving a row in the page takes the focus away; at the end of the list its button can do no more.
      const canGoOn = by === -1 ? to > 0 : to < rows.length - 1
      const goesOn = by === -1 ? 'up' : 'down'
      const goesBack = by === -1 ? 'down' : 'up'
      focusIn(rowElementId(formId, row), `[data-action=${canGoOn ? goesOn : goesBack}]`)
    },
  }
}

const entrySelector = ':is(input, textarea, select):not(:disabled, [type=hidden], [type=file])'

function focusIn(id: string, selector: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>(selector)?.focus()
}

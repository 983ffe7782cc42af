import { type DataColumn, type DataRow, dataListLimits } from '@millrace/contract'
import { readTable } from '@millrace/forms/data-list'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { addRows, type CellEntry, countEdits, enterCells, type GridRow } from './grid-edits.ts'
import { boundsOf, type GridPlace, type GridRange, placeAfterKey, writeClipboard } from './grid-range.ts'
import type { UsedEdits } from './use-edits.ts'

/** Rows that Page Up and Page Down pass over. */
const page = 15

interface GridOptions {
  readonly table: RefObject<HTMLTableElement | null>
  readonly columns: readonly DataColumn[]
  /** Rows of the list that are shown, by id. */
  readonly stored: ReadonlyMap<string, DataRow>
  readonly shown: readonly GridRow[]
  readonly edits: UsedEdits
  readonly isLocked: boolean
  /** More was pasted than can be saved at once; nothing of it was taken. */
  readonly onTooMany: () => void
}

let made = 0

export function nextRowId(): string {
  return `new-${++made}`
}

/**
 * Returns the state of the grid: the focused cell, the selection, the text being typed, and the handlers for keys and
 * the clipboard.
 */
export function useGrid({ table, columns, stored, shown, edits, isLocked, onTooMany }: GridOptions) {
  const [range, setRange] = useState<GridRange>({ anchor: origin, focus: origin })
  /** What is typed into the cell that has the focus; null: nothing is. */
  const [typed, setShownTyped] = useState<string | null>(null)
  // What has been taken is not taken again when its input is left.
  const latest = useRef<string | null>(null)
  const setTyped = (text: string | null) => {
    latest.current = text
    setShownTyped(text)
  }
  const focus = clamp(range.focus, shown.length, columns.length)

  const focusCell = ({ row, column }: GridPlace) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`)?.focus()

  const go = (place: GridPlace, { extend = false } = {}) => {
    setRange((before) => ({ anchor: extend ? before.anchor : place, focus: place }))
    focusCell(place)
  }

  const enter = (entries: readonly CellEntry[]) => {
    if (entries.length > 0) edits.apply((before) => enterCells(before, stored, columns, entries))
  }

  const take = () => {
    const text = latest.current
    const [row, column] = [shown[focus.row], columns[focus.column]]
    setTyped(null)
    if (text !== null && row !== undefined && column !== undefined && row.cells[focus.column]?.text !== text)
      enter([{ row: row.id, column, text }])
  }

  const commit = (to: GridPlace) => {
    take()
    go(clamp(to, shown.length, columns.length))
  }

  const selected = () => {
    const { top, bottom, left, right } = boundsOf(range)
    return { rows: shown.slice(top, bottom + 1), columns: columns.slice(left, right + 1), left }
  }

  const paste = (text: string) => {
    const pasted = [...readTable(text.replace(/\r?\n$/, ''), '\t')].map(({ cells }) => cells)
    if (pasted.length === 0) return
    const { top, left } = boundsOf({ anchor: range.anchor, focus })
    const known = pasted.slice(0, Math.max(0, shown.length - top))
    const beyond = pasted.slice(known.length)
    if (countEdits(edits.now) + pasted.length > dataListLimits.rowsAtOnce) return onTooMany()
    const entriesOf = (row: string, cells: readonly string[]) =>
      cells.flatMap((cell, at): CellEntry[] => {
        const column = columns[left + at]
        return column === undefined ? [] : [{ row, column, text: cell }]
      })
    edits.apply((before) => {
      const news = beyond.map((cells) => ({ id: nextRowId(), cells }))
      const behind = shown.at(-1)?.id ?? null
      const grown = addRows(
        before,
        behind,
        news.map(({ id }) => ({ id, cells: {} })),
      )
      return enterCells(grown, stored, columns, [
        ...known.flatMap((cells, at) => entriesOf(shown[top + at]?.id ?? '', cells)),
        ...news.flatMap(({ id, cells }) => entriesOf(id, cells)),
      ])
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (typed !== null) {
      if (event.key === 'Escape') {
        event.stopPropagation()
        setTyped(null)
        focusCell(focus)
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        const step = event.shiftKey ? -1 : 1
        commit(event.key === 'Enter' ? { ...focus, row: focus.row + step } : { ...focus, column: focus.column + step })
      }
      return
    }
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      return event.shiftKey ? edits.redo() : edits.undo()
    }
    if (isCommand && event.key.toLowerCase() === 'y') {
      event.preventDefault()
      return edits.redo()
    }
    const place = isCommand
      ? null
      : placeAfterKey(event.key, focus, { rows: shown.length, columns: columns.length, page })
    if (place !== null) {
      event.preventDefault()
      return go(place, { extend: event.shiftKey })
    }
    if (isLocked || isCommand || event.altKey || shown[focus.row]?.kind === 'removed') return
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setTyped(shown[focus.row]?.cells[focus.column]?.text ?? '')
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const of = selected()
      enter(of.rows.flatMap(({ id }) => of.columns.map((column) => ({ row: id, column, text: '' }))))
    } else if (event.key.length === 1) {
      event.preventDefault()
      setTyped(event.key)
    }
  }

  return {
    focus,
    range,
    typed,
    selectedIds: () => new Set(selected().rows.map(({ id }) => id)),
    type: setTyped,
    /** What is typed is taken where it stands, such as when somebody clicks elsewhere. */
    leave: take,
    go,
    onKeyDown,
    open: (place: GridPlace) => {
      if (isLocked || shown[place.row]?.kind === 'removed') return
      setRange({ anchor: place, focus: place })
      setTyped(shown[place.row]?.cells[place.column]?.text ?? '')
    },
    onCopy: (event: ClipboardEvent) => {
      if (typed !== null) return
      event.preventDefault()
      const of = selected()
      const rows = of.rows.map(({ cells }) => of.columns.map((_, at) => cells[of.left + at]?.text ?? ''))
      event.clipboardData.setData('text/plain', writeClipboard(rows))
    },
    onPaste: (event: ClipboardEvent) => {
      if (typed !== null || isLocked) return
      event.preventDefault()
      paste(event.clipboardData.getData('text/plain'))
    },
  }
}

export type UsedGrid = ReturnType<typeof useGrid>

const origin: GridPlace = { row: 0, column: 0 }

function clamp({ row, column }: GridPlace, rows: number, columns: number): GridPlace {
  return { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) }
}

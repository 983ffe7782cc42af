import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DecisionTableView } from './read-table.ts'
import type { TableCommands } from './table-commands.ts'

/** A cell by its rule and column, from 0; the annotation is the column after all others. */
export interface CellPlace {
  readonly rule: number
  readonly column: number
}

export interface Editing extends CellPlace {
  readonly text: string
  /** Typed in the cell, or put together in the form below it. */
  readonly how: 'typing' | 'form'
}

/** The cell that is edited, by ids: a rule or column before it may come or go while it is open. */
interface OpenCell extends Editing {
  readonly rowId: string | undefined
  /** The id of its column; of the annotation, which is no column, there is none. */
  readonly columnId: string | undefined
  readonly isNote: boolean
  /** The text of the table that the typed text started from, or that was written last. */
  readonly written: string
}

/**
 * The state of the grid. Its functions always have the same effect, so that a row can keep those of an earlier
 * rendering.
 */
export interface GridState {
  readonly active: CellPlace
  readonly editing: Editing | null
  /** Goes to a cell, and writes what was typed before. */
  readonly go: (rule: number, column: number) => void
  /** Notes that a cell has the focus. */
  readonly follow: (place: CellPlace) => void
  readonly edit: (how: Editing['how'], text?: string) => void
  readonly type: (text: string) => void
  /** Writes what was typed, without leaving it. */
  readonly commit: () => void
  readonly close: (isKept: boolean) => void
  readonly addRule: (at: number, like?: number) => void
  /** Changes the table as it is now. */
  readonly change: (run: (commands: TableCommands) => void) => void
}

/** Returns the focused cell and the text that is being typed in it. */
export function useGridState(table: DecisionTableView, commands: TableCommands | null): GridState {
  const [active, setActive] = useState<CellPlace>({ rule: 0, column: 0 })
  const [editing, setEditing] = useState<OpenCell | null>(null)
  // Keys come faster than the table is drawn anew.
  const current = useRef<OpenCell | null>(null)
  const place = useRef(active)
  const latest = useRef({ table, commands })
  const canEdit = commands !== null
  const show = (next: OpenCell | null) => {
    current.current = next
    setEditing(next)
  }
  const activate = (next: CellPlace) => {
    place.current = next
    setActive(next)
  }
  const commit = () => {
    leaveForm()
    write(current, latest.current)
  }
  const close = (isKept: boolean) => {
    if (isKept) commit()
    show(null)
  }
  // Before the next commands: text is written when the table is taken away, or can be changed no more.
  useLayoutEffect(() => (canEdit ? () => write(current, latest.current) : undefined), [canEdit])
  useLayoutEffect(() => {
    latest.current = { table, commands }
  })
  const shown = canEdit ? follow(editing, table) : null
  useEffect(() => {
    if (shown === editing) return
    show(shown === null ? null : follow(current.current, table))
    if (shown !== null) activate(shown)
  })
  return {
    active,
    editing: shown,
    commit,
    close,
    go: (rule, column) => {
      close(true)
      activate({ rule, column })
    },
    follow: (next) => {
      const { rule, column } = place.current
      if (next.rule !== rule || next.column !== column) activate(next)
    },
    edit: (how, text) => {
      const opened = openCell(latest.current.table, place.current)
      if (latest.current.commands !== null && opened !== null) show({ ...opened, how, text: text ?? opened.written })
    },
    type: (text) => {
      if (current.current !== null) show({ ...current.current, text })
    },
    addRule: (at, like) => {
      close(true)
      if (like === undefined) latest.current.commands?.addRule(at)
      else latest.current.commands?.duplicateRule(like)
      activate({ rule: at, column: like === undefined ? 0 : place.current.column })
    },
    change: (run) => {
      if (latest.current.commands !== null) run(latest.current.commands)
    },
  }
}

/** A value that is added when its field is left, such as a text without Enter, is part of what was typed. */
function leaveForm(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-cell-form]') !== null) activeElement.blur()
}

function openCell({ rows, columns }: DecisionTableView, { rule, column }: CellPlace) {
  const row = rows[rule]
  if (row === undefined) return null
  const isNote = column === columns.length
  const written = (isNote ? row.note : row.cells[column]?.text) ?? ''
  return { rule, column, rowId: row.id, columnId: columns[column]?.id, isNote, written }
}

/** The open cell where it is in a table now; null when it was deleted. */
function follow<Open extends OpenCell | null>(open: Open, { rows, columns }: DecisionTableView): Open | null {
  if (open === null) return null
  const rule = findPlace(rows, open.rule, open.rowId)
  const column = open.isNote ? columns.length : findPlace(columns, open.column, open.columnId)
  if (rule < 0 || column < 0) return null
  return rule === open.rule && column === open.column ? open : { ...open, rule, column }
}

/** Returns the place of what was at a place before; -1 when it was deleted. */
function findPlace(all: readonly { readonly id: string }[], before: number, id: string | undefined): number {
  return before in all && all[before]?.id === id ? before : all.findIndex((one) => one.id === id)
}

/** Writes the typed text into its cell, wherever that is by now. Text that was not changed is not written again. */
function write(
  current: { current: OpenCell | null },
  { table, commands }: { table: DecisionTableView; commands: TableCommands | null },
): void {
  const open = follow(current.current, table)
  if (open === null || commands === null || open.text === open.written) return
  current.current = { ...open, written: open.text }
  if (open.isNote) commands.setNote(open.rule, open.text)
  else commands.setCell(open.rule, open.column, open.text)
}

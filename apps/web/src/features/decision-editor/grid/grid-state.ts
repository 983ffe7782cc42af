import { useEffect, useRef, useState } from 'react'
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

export interface GridState {
  readonly active: CellPlace
  readonly editing: Editing | null
  readonly textAt: (place: CellPlace) => string
  /** Goes to a cell, and writes what was typed before. */
  readonly go: (rule: number, column: number) => void
  readonly edit: (how: Editing['how'], text?: string) => void
  readonly type: (text: string) => void
  /** Writes what was typed, without leaving it. */
  readonly commit: () => void
  readonly close: (isKept: boolean) => void
  readonly addRule: (at: number, like?: number) => void
}

/** Which cell has the focus, and what is typed in it. */
export function useGridState(table: DecisionTableView, commands: TableCommands | null): GridState {
  const [active, setActive] = useState<CellPlace>({ rule: 0, column: 0 })
  const [editing, setEditing] = useState<Editing | null>(null)
  // Keys come faster than the table is drawn anew.
  const current = useRef<Editing | null>(null)
  const rows = useRef(table.rows)
  useEffect(() => {
    rows.current = table.rows
  }, [table.rows])
  const show = (next: Editing | null) => {
    current.current = next
    setEditing(next)
  }
  const textAt = ({ rule, column }: CellPlace) => {
    const row = rows.current[rule]
    return column === table.columns.length ? (row?.note ?? '') : (row?.cells[column]?.text ?? '')
  }
  const commit = () => {
    const open = current.current
    if (open === null || commands === null) return
    if (open.column === table.columns.length) commands.setNote(open.rule, open.text)
    else commands.setCell(open.rule, open.column, open.text)
  }
  const close = (isKept: boolean) => {
    if (isKept) commit()
    show(null)
  }
  return {
    active,
    editing,
    textAt,
    commit,
    close,
    go: (rule, column) => {
      close(true)
      setActive({ rule, column })
    },
    edit: (how, text) => {
      if (commands !== null) show({ ...active, how, text: text ?? textAt(active) })
    },
    type: (text) => {
      if (current.current !== null) show({ ...current.current, text })
    },
    addRule: (at, like) => {
      close(true)
      const copied = like === undefined ? undefined : rows.current[like]
      commands?.addRule(
        at,
        copied?.cells.map(({ text }) => text),
        copied?.note,
      )
      setActive(({ column }) => ({ rule: at, column: like === undefined ? 0 : column }))
    },
  }
}

import { useState } from 'react'

/** The rows of a page that a user has ticked. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly isAll: boolean
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row | undefined) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Only what is shown can be selected: rows that go with another page or filter are not acted on unseen. */
export function useSelection<Row>(rows: readonly Row[], getId: (row: Row) => string): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter((row) => ids.has(getId(row)))
  const isAll = rows.length > 0 && selected.length === rows.length
  return {
    rows: selected,
    isAll,
    has: (row) => ids.has(getId(row)),
    toggle: (row) => {
      if (row === undefined) return
      const next = new Set(ids)
      if (!next.delete(getId(row))) next.add(getId(row))
      setIds(next)
    },
    toggleAll: () => setIds(new Set(isAll ? [] : rows.map(getId))),
    clear: () => setIds(new Set()),
  }
}

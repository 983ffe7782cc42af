import { useState } from 'react'

/** The rows of a page that a user has ticked. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly isAll: boolean
  /** Whether all rows that match the filter are selected, not only the shown ones. */
  readonly isEverything: boolean
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row | undefined) => void
  /** Selects all rows from the last selected one to this one. */
  readonly extendTo: (row: Row | undefined) => void
  readonly toggleAll: () => void
  readonly selectEverything: () => void
  readonly clear: () => void
}

const nothing: ReadonlySet<string> = new Set()

/**
 * Returns the selection of a list. Only visible rows can be selected: rows of another page or filter are dropped, so
 * that no action applies to unseen rows.
 *
 * @param scope identifies the filter: all matches of one filter are not those of another.
 */
export function useSelection<Row>(
  rows: readonly Row[],
  getId: (row: Row) => string,
  scope: string = '',
): Selection<Row> {
  const [ids, setIds] = useState(nothing)
  const [anchor, setAnchor] = useState<string | null>(null)
  const [everythingOf, setEverythingOf] = useState<string | null>(null)
  const selected = rows.filter((row) => ids.has(getId(row)))
  const isAll = rows.length > 0 && selected.length === rows.length
  const change = (next: ReadonlySet<string>) => {
    setIds(next)
    setEverythingOf(null)
  }
  return {
    rows: selected,
    isAll,
    isEverything: isAll && everythingOf === scope,
    has: (row) => ids.has(getId(row)),
    toggle: (row) => {
      if (row === undefined) return
      const next = new Set(ids)
      if (!next.delete(getId(row))) next.add(getId(row))
      setAnchor(getId(row))
      change(next)
    },
    extendTo: (row) => {
      if (row === undefined) return
      const to = rows.findIndex((one) => getId(one) === getId(row))
      const known = rows.findIndex((one) => getId(one) === anchor)
      const from = known === -1 ? to : known
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(getId)
      if (known === -1) setAnchor(getId(row))
      change(new Set([...ids, ...range]))
    },
    toggleAll: () => change(new Set(isAll ? [] : rows.map(getId))),
    selectEverything: () => setEverythingOf(scope),
    clear: () => change(nothing),
  }
}

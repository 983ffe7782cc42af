import type { DataColumn, DataRow, RowChanges } from '@millrace/contract'
import { presentCell, readCell } from '@millrace/forms/data-list'

/**
 * Cells that somebody has changed, by the key of their column: as they are kept, or as they were typed where they
 * cannot be read.
 */
type Cells = Readonly<Record<string, string | null>>

export interface NewRow {
  /** Until the server gives it one. */
  readonly id: string
  /** The row of the list that it is behind; null: it stands at the end. */
  readonly after: string | null
  readonly cells: Cells
}

/** The unsaved changes of rows. An object never changes: undo returns to the previous one. */
export interface Edits {
  readonly changed: ReadonlyMap<string, Cells>
  readonly added: readonly NewRow[]
  readonly removed: ReadonlySet<string>
}

export const noEdits: Edits = { changed: new Map(), added: [], removed: new Set() }

/** A row of the grid with its unsaved changes. */
export interface GridRow {
  readonly id: string
  readonly kind: 'known' | 'new' | 'removed'
  /** In the order of the columns. */
  readonly cells: readonly GridCell[]
}

export interface GridCell {
  readonly text: string
  /** Why it cannot be saved. */
  readonly fault: string | null
  readonly isChanged: boolean
}

/** A text that is entered into a cell. */
export interface CellEntry {
  readonly row: string
  readonly column: DataColumn
  readonly text: string
}

export function countEdits({ changed, added, removed }: Edits): number {
  return changed.size + added.length + removed.size
}

/**
 * Enters texts into cells, as users type them and spreadsheets copy them. A text that equals the stored value is no
 * change.
 */
export function enterCells(
  edits: Edits,
  rows: ReadonlyMap<string, DataRow>,
  columns: readonly DataColumn[],
  entries: readonly CellEntry[],
): Edits {
  const changed = new Map(edits.changed)
  const added = new Map(edits.added.map((row) => [row.id, row]))
  for (const { row: id, column, text } of entries) {
    if (edits.removed.has(id)) continue
    const read = readCell(text, column)
    const value = 'fault' in read ? (text.trim() === '' ? null : text) : read.value
    const isNew = added.get(id)
    if (isNew !== undefined) added.set(id, { ...isNew, cells: { ...isNew.cells, [column.key]: value } })
    else {
      const stored = rows.get(id)?.cells[columns.indexOf(column)]
      const { [column.key]: _, ...others } = changed.get(id) ?? {}
      const next = stored !== undefined && stored === value ? others : { ...others, [column.key]: value }
      if (Object.keys(next).length === 0) changed.delete(id)
      else changed.set(id, next)
    }
  }
  return { ...edits, changed, added: [...added.values()] }
}

/** Adds new rows after another row, which may be new itself. */
export function addRows(edits: Edits, behind: string | null, rows: readonly Pick<NewRow, 'id' | 'cells'>[]): Edits {
  const at = edits.added.findIndex(({ id }) => id === behind)
  const after = at < 0 ? behind : (edits.added[at]?.after ?? null)
  const made = rows.map((row) => ({ ...row, after }))
  // Those behind the same row are in their order: the first of them is the last that was added there.
  const first = edits.added.findIndex((row) => row.after === after)
  const place = at >= 0 ? at + 1 : first < 0 || after === null ? edits.added.length : first
  return { ...edits, added: edits.added.toSpliced(place, 0, ...made) }
}

/** Removes rows: stored rows are marked as removed, new ones are dropped. */
export function removeRows(edits: Edits, ids: ReadonlySet<string>): Edits {
  const isNew = new Set(edits.added.map(({ id }) => id))
  return {
    changed: new Map([...edits.changed].filter(([id]) => !ids.has(id))),
    added: edits.added.filter(({ id }) => !ids.has(id)),
    removed: new Set([...edits.removed, ...[...ids].filter((id) => !isNew.has(id))]),
  }
}

/** Restores rows that were marked as removed. */
export function keepRows(edits: Edits, ids: ReadonlySet<string>): Edits {
  return { ...edits, removed: new Set([...edits.removed].filter((id) => !ids.has(id))) }
}

/** Returns the rows of a page with their unsaved changes, including new rows in their positions. */
export function presentRows(
  edits: Edits,
  columns: readonly DataColumn[],
  rows: readonly DataRow[],
  isLastPage: boolean,
): GridRow[] {
  const isHere = new Set(rows.map(({ id }) => id))
  const behind = Map.groupBy(edits.added, ({ after }) => (after !== null && isHere.has(after) ? after : ''))
  const newRow = ({ id, cells }: NewRow): GridRow => ({
    id,
    kind: 'new',
    cells: columns.map((column) => presentEntry(cells[column.key] ?? null, column, true)),
  })
  return [
    ...rows.flatMap((row): GridRow[] => {
      const cells = edits.changed.get(row.id)
      const known: GridRow = {
        id: row.id,
        kind: edits.removed.has(row.id) ? 'removed' : 'known',
        cells: columns.map((column, index) => {
          const isChanged = cells !== undefined && Object.hasOwn(cells, column.key)
          return isChanged
            ? presentEntry(cells[column.key] ?? null, column, true)
            : { text: presentCell(row.cells[index] ?? null, column.type), fault: null, isChanged: false }
        }),
      }
      return [known, ...(behind.get(row.id) ?? []).map(newRow)]
    }),
    ...(isLastPage ? (behind.get('') ?? []).filter(({ after }) => after === null).map(newRow) : []),
  ]
}

function presentEntry(value: string | null, column: DataColumn, isChanged: boolean): GridCell {
  const read = readCell(value, column)
  return 'fault' in read
    ? { text: value ?? '', fault: read.fault, isChanged }
    : { text: presentCell(read.value, column.type), fault: null, isChanged }
}

/** Counts the cells that cannot be saved, on all pages. */
export function countFaults({ changed, added }: Edits, columns: readonly DataColumn[]): number {
  const isFaulty = (cells: Cells, isNew: boolean) =>
    columns.filter((column) => {
      if (!isNew && !Object.hasOwn(cells, column.key)) return false
      return 'fault' in readCell(cells[column.key] ?? null, column)
    }).length
  const ofKnown = [...changed.values()].reduce((sum, cells) => sum + isFaulty(cells, false), 0)
  return added.reduce((sum, { cells }) => sum + isFaulty(cells, true), ofKnown)
}

export function toChanges({ changed, added, removed }: Edits, version: number): RowChanges {
  return {
    version,
    changed: [...changed].map(([id, cells]) => ({ id, cells })),
    added: added.map(({ after, cells }) => ({ after, cells })),
    removed: [...removed],
  }
}

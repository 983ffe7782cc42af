import { type DataColumn, dataListLimits } from '@millrace/contract'
import { readCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { dataListRecord, type StoredDataList } from './data-list.ts'
import { versionStatements } from './data-list-version.ts'
import { placesBetween } from './places.ts'
import { refuseListKeeper } from './policy.ts'
import { type Fault, maxFaults, refuseCells, refuseDoubles, refuseTooLarge } from './refuse-rows.ts'
import { findDoubleKeys, findRows, type StoredRow } from './rows.ts'
import { type RowToWrite, rowStatements } from './write-rows.ts'

type Cells = Readonly<Record<string, string | null>>

export interface RowsSave {
  readonly id: string
  /** The version of the list that the user has changed. */
  readonly version: number
  readonly changed: readonly { readonly id: string; readonly cells: Cells }[]
  readonly added: readonly { readonly after: string | null; readonly cells: Cells }[]
  readonly removed: readonly string[]
}

/**
 * Changes, adds and removes rows, as the next version of the list: completely or not at all. Two users can change
 * different rows of a list at the same time. Returns null on success, otherwise a refusal.
 */
export async function saveRows(
  { db, clock, runtime }: OperationContext,
  request: Request,
  save: RowsSave,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseListKeeper(user, save.id)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const list = await loadRecord(tx, user, dataListRecord, save.id, { lock: true })
    if (list instanceof Refusal) return list
    const rows = await findRows(tx, list, idsOf(save))
    const old = refuseOld(list, rows, save)
    if (old !== null) return old
    const rowCount = list.row_count + save.added.length - save.removed.length
    if (rowCount > dataListLimits.rows) return refuseTooLarge(rowCount)
    const faults: Fault[] = []
    const changed = save.changed.map(({ id, cells }) => {
      const row = rows.get(id) as StoredRow
      return { ...row, cells: readCells(list.columns, row.cells, { where: id, cells, faults }) }
    })
    const places = await givePlaces(tx, list, rows, save.added)
    const added = save.added.map(
      ({ cells }, index): RowToWrite => ({
        id: runtime.newId(),
        place: places[index] ?? '',
        cells: readCells(list.columns, [], { where: `added.${index}`, cells, faults }),
      }),
    )
    if (faults.length > 0) return refuseCells(faults)
    const key = list.columns.find(({ isKey }) => isKey)
    await tx.batch(
      rowStatements(list, list.version + 1, {
        closed: [...save.removed, ...changed.map(({ id }) => id)],
        written: [...changed, ...added],
      }),
    )
    // Nobody else's rows have become double.
    const keys = key === undefined ? [] : [...changed, ...added].flatMap(({ cells }) => cells[key.slot - 1] ?? [])
    const doubles = key === undefined ? [] : await findDoubleKeys(tx, list, key, keys)
    if (key !== undefined && doubles.length > 0) return refuseDoubles(key, doubles)
    await tx.commit(
      versionStatements(list, user, {
        columns: list.columns,
        rowCount,
        added: added.length,
        changed: changed.length,
        removed: save.removed.length,
        at: clock(),
      }),
    )
    return null
  })
}

function idsOf({ changed, added, removed }: RowsSave): string[] {
  return [...changed.map(({ id }) => id), ...removed, ...added.flatMap(({ after }) => after ?? [])]
}

/**
 * Refused where a row that is to be changed no longer exists, or somebody has changed it since. Where one is added
 * behind does not matter.
 */
function refuseOld(
  list: StoredDataList,
  rows: ReadonlyMap<string, StoredRow>,
  { version, changed, removed }: RowsSave,
): Refusal | null {
  const touched = [...changed.map(({ id }) => id), ...removed]
  const others = touched.filter((id) => (rows.get(id)?.since ?? Number.POSITIVE_INFINITY) > version)
  if (others.length > 0 || new Set(touched).size < touched.length)
    return refuse(
      'thing.changed',
      `Expected rows of “${list.name}” as in version ${version}, but somebody has changed or removed ${others.length} of them. Your changes were not saved. Reload the rows, and change them again.`,
      others.slice(0, maxFaults).map((where) => ({ where, message: 'Somebody else has changed or removed this row.' })),
    )
  return null
}

/** Cells by slot: those that there were, with those that are given. */
function readCells(
  columns: readonly DataColumn[],
  before: readonly (string | null)[],
  { where, cells, faults }: { readonly where: string; readonly cells: Cells; readonly faults: Fault[] },
): (string | null)[] {
  const next = [...before]
  for (const column of columns) {
    const { key, slot } = column
    const isGiven = Object.hasOwn(cells, key)
    const read = readCell(isGiven ? (cells[key] ?? null) : (before[slot - 1] ?? null), column)
    if ('fault' in read) faults.push({ where: `${where}.${key}`, message: read.fault })
    else if (isGiven) {
      while (next.length < slot) next.push(null)
      next[slot - 1] = read.value
    }
  }
  for (const key of Object.keys(cells))
    if (!columns.some((column) => column.key === key))
      faults.push({ where: `${where}.${key}`, message: 'The list has no column with this key.' })
  return next
}

/** Where new rows stand: behind the row that each names, or at the end when it no longer exists. */
async function givePlaces(
  tx: Tx,
  list: StoredDataList,
  rows: ReadonlyMap<string, StoredRow>,
  added: RowsSave['added'],
): Promise<string[]> {
  const places = new Array<string>(added.length)
  const groups = Map.groupBy(added.keys(), (index) => rows.get(added[index]?.after ?? '')?.id ?? '')
  for (const [after, indexes] of groups) {
    const before = rows.get(after)?.place ?? null
    const [bounds] = await runSql<{ last: string | null; next: string | null }>(
      tx,
      sql`select max(place) as last, min(place) filter (where place > ${before ?? ''}) as next from data_list_row
        where workplace_id = ${list.workplace_id} and data_list_id = ${list.id} and until is null
        ${before === null ? sql`` : sql`and place > ${before}`}`,
    )
    const given =
      before === null
        ? placesBetween(bounds?.last ?? null, null, indexes.length)
        : placesBetween(before, bounds?.next ?? null, indexes.length)
    for (const [at, index] of indexes.entries()) places[index] = given[at] ?? ''
  }
  return places
}

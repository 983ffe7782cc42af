import type { DataColumn } from '@millrace/contract'
import { presentCell, readCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { dataListRecord, type StoredDataList } from './data-list.ts'
import { versionStatements } from './data-list-version.ts'
import { type GivenColumn, giveSlots } from './give-columns.ts'
import { refuseListKeeper } from './policy.ts'
import { type Fault, maxFaults, refuseDoubles } from './refuse-rows.ts'
import { findDoubleKeys, type StoredRow } from './rows.ts'
import { type RowToWrite, rowStatements, sendInTurn } from './write-rows.ts'

export interface DataListChange {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly columns: readonly GivenColumn[]
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/**
 * Changes the name and columns of a data list. Changed columns create a new version: cells are read by their new types,
 * and where one does not fit, nothing is changed. Returns null on success, otherwise a refusal.
 */
export async function changeDataList(
  { db, clock }: OperationContext,
  request: Request,
  change: DataListChange,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseListKeeper(user, change.id)
  if (refusal !== null) return refusal
  const { name, description, revision } = change
  return withFreeNames(dataListRecord, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const list = await loadRecord(tx, user, dataListRecord, change.id, { lock: true })
      if (list instanceof Refusal) return list
      const changed = await refuseChangedMeanwhile(tx, list, revision)
      if (changed !== null) return changed
      const given = giveSlots(change.columns, list)
      if (given instanceof Refusal) return given
      const at = clock()
      await tx.query(
        kysely
          .updateTable('data_list')
          .set({
            name,
            description,
            next_slot: given.nextSlot,
            revision: list.revision + 1,
            updated_at: at,
            updated_by: user.username,
          })
          .where('workplace_id', '=', user.workplaceId)
          .where('id', '=', list.id),
      )
      const { columns } = given
      if (JSON.stringify(columns.map(factsOf)) === JSON.stringify(list.columns.map(factsOf))) return null
      const converted = await convertRows(tx, list, columns)
      if (converted instanceof Refusal) return converted
      await tx.commit(
        versionStatements(list, user, {
          columns,
          rowCount: list.row_count,
          added: 0,
          changed: converted,
          removed: 0,
          at,
        }),
      )
      return null
    }),
  )
}

/** In one order, however they were stored. */
function factsOf({ slot, key, name, type, isRequired, isKey }: DataColumn) {
  return [slot, key, name, type, isRequired, isKey]
}

const partSize = 2_000

/** Reads the rows by what is new of their columns, and writes those that are others then. @returns how many. */
async function convertRows(tx: Tx, list: StoredDataList, columns: readonly DataColumn[]): Promise<number | Refusal> {
  const strict = columns.filter((column) => isStricter(column, list.columns))
  const faults: Fault[] = []
  let count = 0
  let place = ''
  while (strict.length > 0 && faults.length < maxFaults) {
    const rows: StoredRow[] = await readPart(tx, list, place)
    const written = rows.flatMap((row) => convertRow(row, strict, list.columns, faults) ?? [])
    if (faults.length === 0 && written.length > 0)
      await sendInTurn(tx, rowStatements(list, list.version + 1, { closed: written.map(({ id }) => id), written }))
    count += written.length
    place = rows.at(-1)?.place ?? ''
    if (rows.length < partSize) break
  }
  if (faults.length > 0)
    return refuse(
      'data-list.invalid',
      `Expected cells that match the columns, but some do not: ${faults[0]?.message} Nothing was changed. Correct these cells first.`,
      faults.slice(0, maxFaults),
    )
  const key = columns.find(({ isKey }) => isKey)
  const isNew = key !== undefined && list.columns.find(({ slot }) => slot === key.slot)?.isKey !== true
  const doubles = key !== undefined && (isNew || strict.includes(key)) ? await findDoubleKeys(tx, list, key) : []
  return key !== undefined && doubles.length > 0 ? refuseDoubles(key, doubles) : count
}

function isStricter(column: DataColumn, before: readonly DataColumn[]): boolean {
  const old = before.find(({ slot }) => slot === column.slot)
  return old?.type !== column.type || (column.isRequired && !old.isRequired)
}

/** Undefined when it stays as it is. What a cell shows is read again: a day as a text is `30/11/2026`. */
function convertRow(
  row: StoredRow,
  strict: readonly DataColumn[],
  before: readonly DataColumn[],
  faults: Fault[],
): RowToWrite | undefined {
  let cells: (string | null)[] | undefined
  for (const column of strict) {
    const old = row.cells[column.slot - 1] ?? null
    const oldType = before.find(({ slot }) => slot === column.slot)?.type ?? column.type
    const read = readCell(oldType === column.type ? old : presentCell(old, oldType), column)
    if ('fault' in read) {
      const what = old === null ? '' : ` has “${old.slice(0, 50)}”`
      faults.push({ where: `columns.${column.key}`, message: `“${column.name}” of a row${what}: ${read.fault}` })
    } else if (read.value !== old) {
      cells ??= [...row.cells]
      while (cells.length < column.slot) cells.push(null)
      cells[column.slot - 1] = read.value
    }
  }
  return cells && { ...row, cells }
}

function readPart(tx: Tx, { workplace_id, id }: StoredDataList, place: string): Promise<StoredRow[]> {
  return runSql<StoredRow>(
    tx,
    sql`select id, since, place, cells from data_list_row
      where workplace_id = ${workplace_id} and data_list_id = ${id} and until is null and place > ${place}
      order by place limit ${partSize}`,
  )
}

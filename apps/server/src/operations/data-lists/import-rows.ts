import { type DataColumn, dataListLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FileFault, ReadRowsFile } from '../../runtime/data-lists/read-rows-file.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { loadRecord, refuseChange } from '../records/load-record.ts'
import { dataListRecord, findDataList, type StoredDataList } from './data-list.ts'
import { versionStatements } from './data-list-version.ts'
import { refuseListKeeper } from './policy.ts'
import { refuseTooLarge } from './refuse-rows.ts'

export interface RowsImport {
  readonly id: string
  readonly file: UploadedFile
  /**
   * `add`: rows with a known key change that row, other rows are added at the end. `replace`: the file replaces all
   * rows.
   */
  readonly mode: 'add' | 'replace'
  /** The effect of rows with errors: nothing is imported, or only the other rows. */
  readonly whenFaulty: 'stop' | 'skip'
}

export interface ImportReport {
  /** Whether anything was written. */
  readonly isImported: boolean
  /** The rows of the file, below its first line. */
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly faultyRows: number
  /** The first errors, by line. */
  readonly faults: readonly FileFault[]
  readonly faultCount: number
  readonly notes: readonly string[]
}

/**
 * Imports rows from a file as the next version of a data list: the whole file, or on request only rows without errors.
 */
export async function importRows(
  context: FileContext,
  request: Request,
  { id, file, mode, whenFaulty }: RowsImport,
): Promise<ImportReport | Refusal> {
  const { user } = request
  const refusal = refuseListKeeper(user, id)
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const { workplaceId } = user
  const seen = await db.read(request, (tx) => findDataList(tx, workplaceId, id))
  const early = seen === null ? noSuch(dataListRecord) : refuseChange(user, dataListRecord, { ref: seen.id, row: seen })
  if (seen === null || early !== null) return early ?? noSuch(dataListRecord)
  const unclean = await refuseUnclean(context, request, file)
  if (unclean !== null) return unclean
  const input = { bytes: getBytes(file.content), columns: seen.columns }
  const read: ReadRowsFile = orRefusal(
    await inThread(runtime, { kind: 'readRowsFile', input, owner: workplaceId, time: readTime(runtime) }),
  )
  if (!read.ok) return refuse('file.refused', read.message)
  const { rows, faultyRows, faults, faultCount, notes } = read
  const report = { rows, faultyRows, faults, faultCount, notes }
  const isStopped = rows === faultyRows || (faultyRows > 0 && whenFaulty === 'stop')
  if (isStopped) return { ...report, isImported: false, added: 0, changed: 0, removed: 0 }
  return db.withTransaction(actorOf(request), async (tx) => {
    const list = await loadRecord(tx, user, dataListRecord, id, { lock: true })
    if (list instanceof Refusal) return list
    if (JSON.stringify(list.columns) !== JSON.stringify(seen.columns))
      return refuse(
        'thing.changed',
        `Expected the columns of “${list.name}” to be unchanged, but somebody has changed them in the meantime. Nothing was imported. Import the file again.`,
      )
    const { counts } = await writeFile(tx, list, { read, mode })
    const rowCount = list.row_count + counts.added - counts.removed
    if (rowCount > dataListLimits.rows) return refuseTooLarge(rowCount)
    await tx.commit(
      versionStatements(list, user, {
        columns: list.columns,
        rowCount,
        ...counts,
        source: file.name.slice(0, 255),
        at: clock(),
      }),
    )
    return { ...report, isImported: true, ...counts }
  })
}

export interface Counts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** The rows and cells of a data list that a file removes. */
export interface Loss {
  /** The number of cells that become empty, by slot. Cells of removed rows are not included. */
  readonly emptied: ReadonlyMap<number, number>
  /** Equal for the same removed rows and emptied cells. */
  readonly digest: string
}

/** Writes the rows of a file into the next version of a data list, which is locked. */
export async function writeFile(
  tx: Tx,
  list: StoredDataList,
  { read, mode }: { readonly read: ReadRowsFile & { ok: true }; readonly mode: RowsImport['mode'] },
): Promise<{ readonly counts: Counts; readonly loss: Loss }> {
  const key = list.columns.find(({ isKey }) => isKey)
  const version = list.version + 1
  const removed = mode === 'replace' ? await tx.batch([removal(list, version, key, read.keys)]) : []
  const [lastRow] = await tx.batch([lastPlace(list)])
  let last = Number.parseInt((lastRow?.[0]?.[0] ?? '0').slice(0, 8) || '0', 16)
  const [removedCount = '0', removedSum = '0'] = removed[0]?.[0] ?? []
  let [added, changed] = [0, 0]
  const emptied = new Map<number, number>()
  let emptiedSum = 0n
  for (const part of read.parts) {
    const [result] = await tx.batch([
      writing(list, version, { part, last, key, slots: mode === 'replace' ? null : read.slots }),
    ])
    const [some = '0', others = '0', cells = '[]', sum = '0'] = result?.[0] ?? []
    added += Number(some)
    changed += Number(others)
    for (const [slot, count] of JSON.parse(cells ?? '[]') as [number, number][])
      emptied.set(slot, (emptied.get(slot) ?? 0) + count)
    emptiedSum += BigInt(sum ?? 0)
    last += 1_000
  }
  const counts = { added, changed, removed: Number(removedCount) }
  return { counts, loss: { emptied, digest: `${removedCount} ${removedSum} ${emptiedSum}` } }
}

/** Rows that the file does not have: by the key, where there is one; else all of them. */
function removal(list: StoredDataList, version: number, key: DataColumn | undefined, keys: string): Statement {
  const others = key === undefined ? '' : `and cells[${key.slot}] not in (select jsonb_array_elements_text($4::jsonb))`
  return {
    name: `data_list_import_remove_${key?.slot ?? 'all'}`,
    text: `with removed as (update data_list_row set until = $3
        where workplace_id = $1 and data_list_id = $2 and until is null ${others} returning id)
      select count(*), coalesce(sum(hashtextextended(id::text, 0)), 0) from removed`,
    values: [list.workplace_id, list.id, version, ...(key === undefined ? [] : [keys])],
  }
}

function lastPlace({ workplace_id, id }: StoredDataList): Statement {
  return {
    name: 'data_list_last_place',
    text: `select coalesce(max(place), '0') from data_list_row where workplace_id = $1 and data_list_id = $2 and until is null`,
    values: [workplace_id, id],
  }
}

interface Part {
  /** Rows as JSON. */
  readonly part: string
  /** The position of the last row. */
  readonly last: number
  readonly key: DataColumn | undefined
  /** Slots whose cells are the file's, where the others stay as they are; null: all. */
  readonly slots: readonly number[] | null
}

/**
 * Changes the rows that have the keys of a part of the file, and adds the others. Answers how many were added and
 * changed, and which cells became empty.
 */
function writing(list: StoredDataList, version: number, { part, last, key, slots }: Part): Statement {
  // Without a key no row is known. The first slots have an index, which row-level security keeps from a comparison that
  // calls a function: the key is made before.
  const indexed = key !== undefined && key.slot <= 4 ? `and r.key_${key.slot} = g.key` : ''
  const isSame = key === undefined ? 'false' : `r.cells[${key.slot}] = g.cells[${key.slot}] ${indexed}`
  return {
    name: `data_list_import_${key?.slot ?? 'all'}`,
    text: `with given as materialized (
        select n, cells, left(lower(cells[${key?.slot ?? 1}]), 200) as key
        from jsonb_array_elements($4::jsonb) with ordinality as x (row, n), lateral (select array(select jsonb_array_elements_text(row)) as cells) c
      ), matched as (
        select g.n, r.id, r.place, r.cells as old, case when $5::int[] is null then g.cells else array(
          select case when slot = any($5::int[]) then g.cells[slot] else r.cells[slot] end
          from generate_series(1, greatest(cardinality(g.cells), cardinality(r.cells))) slot order by slot) end as cells
        from given g join data_list_row r on r.workplace_id = $1 and r.data_list_id = $2 and r.until is null and ${isSame}
      ), other as (
        select * from matched where array_to_json(cells)::text is distinct from array_to_json(old)::text
      ), closed as (
        update data_list_row r set until = $3 from other o
        where r.workplace_id = $1 and r.data_list_id = $2 and r.until is null and r.id = o.id
      ), written as (
        insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
        select $1, $2, id, $3, place, cells from other
        union all
        select $1, $2, uuidv7(), $3, lpad(to_hex($6::bigint + g.n), 8, '0'), g.cells
        from given g where not exists (select from matched m where m.n = g.n)
      ), emptied as (
        select id, slot from other, generate_series(1, cardinality(old)) slot
        where coalesce(old[slot], '') <> '' and coalesce(cells[slot], '') = ''
      )
      select (select count(*) from given) - (select count(*) from matched), (select count(*) from other),
        (select coalesce(json_agg(json_build_array(slot, count)), '[]') from (select slot, count(*) from emptied group by slot) s),
        (select coalesce(sum(hashtextextended(id::text || ' ' || slot, 0)), 0) from emptied)`,
    values: [list.workplace_id, list.id, version, part, slots === null ? null : `{${slots.join(',')}}`, last],
  }
}

import type { AnswerOf, DataColumn, dataListCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { dataListRecord, findDataList, type StoredDataList } from '../../operations/data-lists/data-list.ts'
import { cellsOf, type StoredRow } from '../../operations/data-lists/rows.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { containsAny, containsLower } from '../../platform/list/conditions.ts'
import { allOf, runSql, type Sql, toQuery } from '../../platform/list/sql.ts'

export interface RowsQuery {
  readonly q: string
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly size: number
  readonly version?: number | undefined
}

/** Returns a page of the rows of a data list in their order, either the current rows or those of a version. */
export async function listRows(
  db: Database,
  request: Request,
  { id, query }: { readonly id: string; readonly query: RowsQuery },
): Promise<AnswerOf<typeof dataListCalls.rows> | Refusal> {
  return db.read(request, async (tx) => {
    const list = await findDataList(tx, request.workplaceId, id)
    if (list === null) return noSuch(dataListRecord)
    const columns = await findColumns(tx, list, query.version)
    if (columns === null)
      return refuse('thing.not-found', `Expected a version of “${list.name}”, but none has this number.`)
    const conditions = conditionsOf(list, columns, query)
    const rows = await readPage(tx, conditions, query)
    const { before, total } = await countAround(tx, conditions, rows, query)
    const items = rows.map((row) => ({ id: row.id, place: row.place, cells: cellsOf(columns, row) }))
    return { items, before, total, columns: [...columns] }
  })
}

/** How many rows there are, and how many of them stand before a page. */
async function countAround(
  tx: Tx,
  conditions: readonly Sql[],
  rows: readonly StoredRow[],
  { after, before, size }: RowsQuery,
): Promise<{ before: number; total: number }> {
  // The first page that is not full has all that there is.
  if (after === undefined && before === undefined && rows.length < size) return { before: 0, total: rows.length }
  const first = rows[0]?.place
  const [[counted]] = await tx.queries<[{ before: number; total: number }]>(
    toQuery(
      sql`select count(*) filter (where ${first === undefined ? sql`false` : sql`place < ${first}`})::int as before, count(*)::int as total
        from data_list_row where ${allOf(conditions)}`,
    ),
  )
  return counted ?? { before: 0, total: 0 }
}

/** Null when there is no such version. */
async function findColumns(
  tx: Tx,
  { workplace_id, id, columns, version: current }: StoredDataList,
  version = current,
): Promise<readonly DataColumn[] | null> {
  if (version === current) return columns
  const [row] = await runSql<{ columns: DataColumn[] }>(
    tx,
    sql`select columns from data_list_version where workplace_id = ${workplace_id} and data_list_id = ${id} and version = ${version}`,
  )
  return row?.columns ?? null
}

function conditionsOf(list: StoredDataList, columns: readonly DataColumn[], { q, version }: RowsQuery): Sql[] {
  const isNow = version === undefined || version === list.version
  return [
    sql`workplace_id = ${list.workplace_id}`,
    sql`data_list_id = ${list.id}`,
    isNow ? sql`until is null` : sql`since <= ${version} and (until is null or until > ${version})`,
    ...(q === '' ? [] : hasText(list, columns, q)),
  ]
}

/** A row has the text in one of its cells. */
function hasText({ next_slot }: StoredDataList, columns: readonly DataColumn[], q: string): Sql[] {
  const somewhere = containsLower(sql`all_text`, q)
  // Columns that are gone left their cells, and what stands for a space stands for what is between two cells as well.
  const isExact = columns.length === next_slot - 1 && !/\s/.test(q)
  return isExact
    ? [somewhere]
    : [
        somewhere,
        containsAny(
          columns.map(({ slot }) => sql`cells[${sql.lit(slot)}]`),
          q,
        ),
      ]
}

async function readPage(
  tx: Tx,
  conditions: readonly Sql[],
  { after, before, size }: RowsQuery,
): Promise<readonly StoredRow[]> {
  const isBackwards = after === undefined && before !== undefined
  const bound = isBackwards ? sql`place < ${before}` : sql`place > ${after ?? ''}`
  const order = isBackwards ? sql`place desc` : sql`place`
  const rows = await runSql<StoredRow>(
    tx,
    sql`select id, since, place, cells from data_list_row where ${allOf([...conditions, bound])} order by ${order} limit ${size}`,
  )
  return isBackwards ? rows.toReversed() : rows
}

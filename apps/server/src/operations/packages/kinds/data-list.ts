import { dataListCalls, dataListLimits } from '@millrace/contract'
import { readCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeDataList } from '../../data-lists/change-data-list.ts'
import { createDataList } from '../../data-lists/create-data-list.ts'
import { findDataList, type StoredDataList } from '../../data-lists/data-list.ts'
import { versionStatements } from '../../data-lists/data-list-version.ts'
import { placesBetween } from '../../data-lists/places.ts'
import { refuseListKeeper } from '../../data-lists/policy.ts'
import { refuseDoubles } from '../../data-lists/refuse-rows.ts'
import { cellsOf, findDoubleKeys } from '../../data-lists/rows.ts'
import { rowStatements, sendInTurn } from '../../data-lists/write-rows.ts'
import { definePackageKind, type WriteContext } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = dataListCalls.create.body.omit({ copyOf: true }).extend({
  /** Cells in the order of the columns. Null: the package has no rows, and the rows of the list stay. */
  rows: z.array(z.array(z.string().nullable())).max(dataListLimits.rows).nullable(),
})

type Rows = z.output<typeof content>['rows']

/** The kind of package item for data lists, with or without their rows. */
export const dataList = definePackageKind<z.output<typeof content>>({
  one: 'a custom data list',
  content,
  files: { rows: 'rows.json' },
  canRename: false,
  refuse: (user) => refuseListKeeper(user, null),
  async find(tx, workplaceId, { keys, withRows }) {
    const lists = await runSql<ItemRow & StoredDataList>(
      tx,
      sql`select d.*, ${stampOf} || ' ' || d.version as stamp from data_list d
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key`,
    )
    const rows = withRows ? Map.groupBy(await readRows(), (row) => row.data_list_id) : null
    return lists.map((list) => {
      const { key, name, description } = list
      const columns = list.columns.map(({ slot: _, ...column }) => column)
      const cells = rows === null ? null : (rows.get(list.id) ?? []).map((row) => cellsOf(list.columns, row))
      return { kind: 'dataList' as const, ...present(list), content: { key, name, description, columns, rows: cells } }
    })

    function readRows() {
      return runSql<{ data_list_id: string; cells: (string | null)[] }>(
        tx,
        sql`select data_list_id, cells from data_list_row where workplace_id = ${workplaceId} and until is null
          and data_list_id = any(${lists.map(({ id }) => id)}::uuid[]) order by data_list_id, place, id`,
      )
    }
  },
  owners: () => [],
  async write(context, request, { item, existing }) {
    const { rows, ...details } = item.content
    const id =
      existing === null
        ? await createDataList(context, request, details)
        : ((await changeDataList(context, request, { id: existing.id, revision: undefined, ...details })) ??
          existing.id)
    if (id instanceof Refusal || rows === null) return id
    return (await replaceRows(context, request, id, rows)) ?? id
  },
  remove: (tx, workplaceId, id) =>
    deleteRow(tx, workplaceId, {
      table: 'data_list',
      id,
      parts: { data_list_row: 'data_list_id', data_list_version: 'data_list_id' },
    }),
})

/** Replaces all rows of a list, where others are to be in it. */
async function replaceRows(
  { tx, clock, runtime }: WriteContext,
  request: Request,
  id: string,
  rows: NonNullable<Rows>,
): Promise<Refusal | null> {
  const list = await findDataList(tx, request.workplaceId, id, { lock: true })
  if (list === null) throw new Error(`Expected the data list ${id} that was just written, but it is not there.`)
  const before = await runSql<{ id: string; cells: (string | null)[] }>(
    tx,
    sql`select id, cells from data_list_row where workplace_id = ${request.workplaceId} and data_list_id = ${id} and until is null order by place, id`,
  )
  const width = Math.max(0, ...list.columns.map(({ slot }) => slot))
  const places = placesBetween(null, null, rows.length)
  const written: { id: string; place: string; cells: (string | null)[] }[] = []
  for (const [index, row] of rows.entries()) {
    const cells = new Array<string | null>(width).fill(null)
    for (const [at, column] of list.columns.entries()) {
      const read = readCell(row[at] ?? null, column)
      if ('fault' in read)
        return refuse('data-list.invalid', `Row ${index + 1} of “${list.name}”, ${column.name}: ${read.fault}`)
      cells[column.slot - 1] = read.value
    }
    written.push({ id: runtime.newId(), place: places[index] ?? '', cells })
  }
  const shown = (cells: readonly { cells: readonly (string | null)[] }[]) =>
    JSON.stringify(cells.map((row) => cellsOf(list.columns, { cells: row.cells })))
  if (shown(before) === shown(written)) return null
  const closed = before.map((row) => row.id)
  await sendInTurn(tx, rowStatements(list, list.version + 1, { closed, written }))
  const key = list.columns.find(({ isKey }) => isKey)
  const doubles = key === undefined ? [] : await findDoubleKeys(tx, list, key)
  if (key !== undefined && doubles.length > 0) return refuseDoubles(key, doubles)
  await tx.batch(
    versionStatements(list, request.user, {
      columns: list.columns,
      rowCount: written.length,
      added: written.length,
      changed: 0,
      removed: closed.length,
      at: clock(),
    }),
  )
  return null
}

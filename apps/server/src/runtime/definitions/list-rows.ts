import type { DataColumn } from '@millrace/contract'
import type { ListRow, ListRowsRef } from '@millrace/engine'
import { readCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { allOf, runSql } from '../../platform/list/sql.ts'
import { isValue } from '../forms/list-choices.ts'

/**
 * Finds the rows of a data list with a value in a column, in the order of the list; null when the list or column does
 * not exist. Disabled lists can still be read, as in forms.
 */
export async function findListRows(
  tx: Tx,
  workplaceId: string,
  { list, column: key, value, most }: ListRowsRef,
): Promise<readonly ListRow[] | null> {
  const [found] = await runSql<{ id: string; columns: DataColumn[] }>(
    tx,
    sql`select id, columns from data_list where workplace_id = ${workplaceId} and lower(key) = lower(${list})`,
  )
  const column = found?.columns.find((one) => one.key === key)
  if (found === undefined || column === undefined) return null
  const read = readCell(value, { type: column.type, isRequired: false })
  // What no cell of the column can be, none is.
  if ('fault' in read || read.value === null) return []
  const conditions = [
    sql`workplace_id = ${workplaceId}`,
    sql`data_list_id = ${found.id}`,
    sql`until is null`,
    ...isValue(column, [read.value]),
  ]
  const rows = await runSql<{ cells: (string | null)[] }>(
    tx,
    sql`select cells from data_list_row where ${allOf(conditions)} order by place, id limit ${most}`,
  )
  return rows.map(({ cells }) => presentRow(found.columns, cells))
}

function presentRow(columns: readonly DataColumn[], cells: readonly (string | null)[]): ListRow {
  return Object.fromEntries(columns.map(({ key, slot, type }) => [key, plainCell(cells[slot - 1] ?? null, type)]))
}

function plainCell(cell: string | null, type: DataColumn['type']): string | number | boolean | null {
  if (cell === null) return null
  if (type === 'number') return Number(cell)
  return type === 'flag' ? cell === 'true' : cell
}

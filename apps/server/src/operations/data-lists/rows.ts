import type { DataColumn } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { allOf, runSql } from '../../platform/list/sql.ts'
import { isValue } from '../../runtime/forms/list-choices.ts'
import type { StoredDataList } from './data-list.ts'

export interface StoredRow {
  readonly id: string
  /** The version since which it is as it is. */
  readonly since: number
  readonly place: string
  /** The cells by slot, from the first; missing ones at the end are empty. */
  readonly cells: readonly (string | null)[]
}

/** Finds rows of a data list by id. */
export async function findRows(
  tx: Tx,
  { workplace_id, id }: Pick<StoredDataList, 'workplace_id' | 'id'>,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const rows = await runSql<StoredRow>(
    tx,
    sql`select id, since, place, cells from data_list_row
      where workplace_id = ${workplace_id} and data_list_id = ${id} and until is null and id = any(${known}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the cells of a row in the order of the columns. */
export function cellsOf(columns: readonly DataColumn[], { cells }: Pick<StoredRow, 'cells'>): (string | null)[] {
  return columns.map(({ slot }) => cells[slot - 1] ?? null)
}

/**
 * Returns the first few values of the key column that several rows have.
 *
 * @param values the values to check, such as those of written rows; null for all.
 */
export async function findDoubleKeys(
  tx: Tx,
  { workplace_id, id }: Pick<StoredDataList, 'workplace_id' | 'id'>,
  column: DataColumn,
  values: readonly string[] | null = null,
): Promise<string[]> {
  if (values?.length === 0) return []
  const conditions = [
    sql`workplace_id = ${workplace_id}`,
    sql`data_list_id = ${id}`,
    sql`until is null`,
    ...(values === null ? [] : isValue(column, values)),
  ]
  const rows = await runSql<{ value: string }>(
    tx,
    sql`select cells[${sql.lit(column.slot)}] as value from data_list_row where ${allOf(conditions)}
      group by 1 having count(*) > 1 order by 1 limit 20`,
  )
  return rows.map(({ value }) => value)
}

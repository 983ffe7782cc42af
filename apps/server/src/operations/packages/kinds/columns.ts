import type { PackageKindName } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { runSql, type Sql } from '../../../platform/list/sql.ts'

/** The columns with which every kind of package item is found. */
export interface ItemRow {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly is_disabled: boolean
  readonly stamp: string
}

/**
 * Returns the SQL condition that a key is one of a list, regardless of case; true for every row when `keys` is null.
 */
export function hasKey(expression: Sql, keys: readonly string[] | null): Sql {
  return keys === null ? sql`true` : sql`lower(${expression}) = any(${keys.map((key) => key.toLowerCase())}::text[])`
}

/** The SQL expression of the stamp of a row `d`, which differs after each change of the row. */
export const stampOf = sql`d.revision || ' ' || extract(epoch from d.updated_at)`

/** The SQL expression of the stamp of a design, which differs after each saved version. */
export const designStamp = sql`d.revision || ' ' || d.version || ' ' || extract(epoch from d.updated_at)`

export function present({ id, key, name, is_disabled, stamp }: ItemRow) {
  return { id, key, name, isDisabled: is_disabled, stamp }
}

/** Tables of items. Nothing that lives, such as an instance, is in one of them. */
type ItemTable =
  | 'user_group'
  | 'category'
  | 'user_theme'
  | 'global_property'
  | 'email_template'
  | 'data_list'
  | 'external_system'
  | 'external_connection'
  | 'external_api'
  | 'external_adapter'
  | 'external_listener'
  | 'data_list_feed'
  | 'application'
  | 'form'
  | 'app_decision'
  | 'app_process'
  | 'own_role'

/** The database table of each kind of package item. */
export const itemTables: Readonly<Record<PackageKindName, ItemTable>> = {
  theme: 'user_theme',
  group: 'user_group',
  category: 'category',
  globalProperty: 'global_property',
  emailTemplate: 'email_template',
  dataList: 'data_list',
  externalSystem: 'external_system',
  connection: 'external_connection',
  externalApi: 'external_api',
  adapter: 'external_adapter',
  listener: 'external_listener',
  feed: 'data_list_feed',
  formTemplate: 'form',
  application: 'application',
  form: 'form',
  decision: 'app_decision',
  process: 'app_process',
  ownRole: 'own_role',
}

/** Tables whose rows go with the row of an item, and that do not go by themselves. */
type PartTable = 'data_list_row' | 'data_list_version' | 'design_lock' | 'design_auto_save'

interface Deletion {
  readonly table: ItemTable
  readonly id: string
  /** Columns with the id, by table. */
  readonly parts?: Readonly<Partial<Record<PartTable, string>>>
}

/** Deletes a row by its id, and its dependent rows in other tables. */
export async function deleteRow(tx: Tx, workplaceId: string, { table, id, parts = {} }: Deletion): Promise<void> {
  for (const [part, column] of Object.entries(parts))
    await runSql(
      tx,
      sql`delete from ${sql.table(part)} where workplace_id = ${workplaceId} and ${sql.ref(column)} = ${id}`,
    )
  await runSql(tx, sql`delete from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id}`)
}

/** Finds the id of a row by its key or name, regardless of case; null when it does not exist. */
export async function findId(
  tx: Tx,
  workplaceId: string,
  { table, column, value }: { readonly table: string; readonly column: string; readonly value: string },
): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`select id from ${sql.table(table)} where workplace_id = ${workplaceId} and lower(${sql.ref(column)}) = ${value.toLowerCase()}`,
  )
  return row?.id ?? null
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { runSql } from '../../../platform/list/sql.ts'
import type { Columns } from './restorable-kind.ts'

/** Returns the text in a column; empty for null. */
export function textOf(columns: Columns, name: string): string {
  return String(columns[name] ?? '')
}

/** Returns the text in a column; null for none. */
export function textOrNull(columns: Columns, name: string): string | null {
  return columns[name] == null ? null : String(columns[name])
}

/** Returns the texts in a column with an array; none for null. */
export function textsOf(columns: Columns, name: string): readonly string[] {
  return ((columns[name] ?? []) as readonly unknown[]).map(String)
}

/** Returns the value of a column with JSON. The row was valid when it was recorded, and the operation checks it again. */
export function jsonOf<T>(columns: Columns, name: string): T {
  const value = columns[name]
  return (typeof value === 'string' ? JSON.parse(value) : value) as T
}

/** Returns the name of the row that a column refers to, from another column of its table; null for none. */
export async function nameOf(
  tx: Tx,
  workplaceId: string,
  { table, name }: { readonly table: 'app_user' | 'category'; readonly name: 'username' | 'name' },
  id: unknown,
): Promise<string | null> {
  if (id == null) return null
  const [row] = await runSql<{ name: string }>(
    tx,
    sql`select ${sql.ref(name)} as name from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id}::uuid`,
  )
  return row?.name ?? null
}

/** Returns whether one of the columns changes. */
export function changesAny(changed: ReadonlySet<string>, columns: readonly string[]): boolean {
  return columns.some((column) => changed.has(column))
}

import { type DatabaseTable, tableLimits } from '@millrace/contract'
import type { DatabaseAnswer } from '../../../platform/outgoing/databases/driver.ts'

export interface ReadTables {
  readonly tables: DatabaseTable[]
  readonly isMore: boolean
}

/** Reads a page of tables from the rows of their columns, and whether another page follows. */
export function readTables({ rows }: Pick<DatabaseAnswer, 'rows'>): ReadTables {
  const tables: DatabaseTable[] = []
  for (const [schema, name, kind, column, type, nullable, key, reference] of rows) {
    const last = tables.at(-1)
    const isSame = last !== undefined && last.schema === (schema ?? '') && last.name === name
    const table: DatabaseTable = isSame
      ? last
      : { schema: schema ?? '', name: name ?? '', kind: kind === 'view' ? 'view' : 'table', columns: [] }
    if (!isSame) tables.push(table)
    // A table may have no columns.
    if (column == null) continue
    table.columns.push({
      name: column,
      type: type ?? '',
      isNullable: nullable === 'yes',
      isKey: key === 'yes',
      reference: reference ?? null,
    })
  }
  return { tables: tables.slice(0, tableLimits.tables), isMore: tables.length > tableLimits.tables }
}

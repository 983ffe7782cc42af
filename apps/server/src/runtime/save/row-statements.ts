import type { TableChanges } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { LiveTable } from './tables.ts'
import { arrayLiteral, deleteRows, insertRows, updateRows, type WriteColumn } from './write-rows.ts'

/** The statements that bring one table from what was loaded to what is there now. Empty when nothing changed. */
export function rowStatements<Row extends { id: string }>(
  table: LiveTable<Row>,
  { workplaceId, rootId }: { workplaceId: string; rootId: string },
  { inserted, updated, deleted }: TableChanges<Row>,
): Statement[] {
  const statements: Statement[] = []
  const columns = writeColumnsOf(table)
  if (deleted.length > 0)
    statements.push(
      deleteRows(
        table.name,
        workplaceId,
        deleted.map(({ id }) => id),
      ),
    )
  if (inserted.length > 0) {
    const fixed = [
      ['workplace_id', 'uuid', workplaceId],
      ['root_id', 'uuid', rootId],
    ] as const
    statements.push(insertRows(table.name, fixed, columns, inserted))
  }
  if (updated.length > 0) statements.push(...updateRows(table.name, workplaceId, columns, updated))
  return statements
}

const written = new WeakMap<object, readonly WriteColumn<never>[]>()

function writeColumnsOf<Row>(table: LiveTable<Row>): readonly WriteColumn<Row>[] {
  let columns = written.get(table) as readonly WriteColumn<Row>[] | undefined
  if (columns === undefined) {
    columns = table.columns.map(({ field, column, type, codec }) => ({
      column,
      type,
      value: encoderFor(type, codec?.encode ?? ((row: Row): unknown => row[field])),
    }))
    written.set(table, columns)
  }
  return columns
}

function encoderFor<Row>(type: string, read: (row: Row) => unknown): (row: Row) => unknown {
  if (type === 'jsonb') return (row) => encode(read(row), JSON.stringify)
  if (type === 'text[]') return (row) => encode(read(row), (value) => arrayLiteral(value as readonly string[]))
  return read
}

function encode(value: unknown, as: (value: unknown) => string): string | null {
  return value === null || value === undefined ? null : as(value)
}

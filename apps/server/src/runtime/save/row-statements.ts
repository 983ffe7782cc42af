import type { TableChanges } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { type LiveTable, rootTable } from './tables.ts'
import { arrayLiteral, deleteRows, type Fixed, insertRows, updateRows, type WriteColumn } from './write-rows.ts'

/** The root to which rows belong: a process instance, a standalone task, or a definition. */
export interface RootPlace {
  readonly workplaceId: string
  readonly rootId: string
  readonly kind: 'process' | 'task' | 'definition'
  /** The tenant of a definition, which its rows get; rows of a process have the tenant of their instance. */
  readonly tenantId: string | null
}

/**
 * Returns the statements that change a table from the loaded to the current state. Empty when nothing has changed.
 *
 * @param more columns of all new rows that the engine does not know.
 */
export function rowStatements<Row extends { id: string }>(
  table: LiveTable<Row>,
  place: RootPlace,
  { inserted, updated, deleted }: TableChanges<Row>,
  more: Fixed = [],
): Statement[] {
  const statements: Statement[] = []
  const { workplaceId } = place
  const columns = writeColumnsOf(table, place.kind === 'process' ? 'all' : 'shared')
  if (deleted.length > 0)
    statements.push(
      deleteRows(
        table.name,
        workplaceId,
        deleted.map(({ id }) => id),
      ),
    )
  if (inserted.length > 0) {
    statements.push(...insertRows(table.name, [...fixedColumns(table.name, place), ...more], columns, inserted))
  }
  if (updated.length > 0) statements.push(...updateRows(table.name, workplaceId, columns, updated))
  return statements
}

function fixedColumns(table: string, { workplaceId, rootId, kind, tenantId }: RootPlace): Fixed {
  const own = [
    ['workplace_id', 'uuid', workplaceId],
    ['root_id', 'uuid', rootId],
  ] as const
  if (kind !== 'definition' || table === rootTable) return own
  return [...own, ['definition_id', 'uuid', rootId], ['tenant_id', 'text', tenantId]]
}

/** All columns of a table, or those that rows of anything but a process have too. */
type Columns = 'all' | 'shared'

const written: Record<Columns, WeakMap<object, readonly WriteColumn<never>[]>> = {
  all: new WeakMap(),
  shared: new WeakMap(),
}

/** Returns the columns of a table with the functions that encode their values. */
export function writeColumnsOf<Row>(table: LiveTable<Row>, which: Columns): readonly WriteColumn<Row>[] {
  let columns = written[which].get(table) as readonly WriteColumn<Row>[] | undefined
  if (columns === undefined) {
    columns = table.columns
      .filter(({ elsewhere }) => which === 'all' || elsewhere === undefined)
      .map(({ field, column, type, codec }) => ({
        column,
        type,
        value: encoderFor(type, codec?.encode ?? ((row: Row): unknown => row[field])),
      }))
    written[which].set(table, columns)
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

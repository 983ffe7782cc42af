import type { DatabaseReader } from '../../../platform/outgoing/databases/reader.ts'
import { StartFailure } from '../../../platform/start-failure.ts'
import type { Columns, Dialect } from './dialects/dialect.ts'
import { createMysql } from './dialects/mysql.ts'
import { createPostgresql } from './dialects/postgresql.ts'
import { readProduct } from './read-product.ts'

/** Selects the rows to read at a time: their number, and the id after which they begin. */
export interface Portion {
  readonly size: number
  /** The id behind which reading starts; the first row when left out. */
  readonly after?: string
}

/** Products whose tables have the same meaning: Camunda with its forks, and Flowable. */
export type SourceFamily = 'camunda' | 'flowable'

/** A database of Camunda 7, a fork of it, or Flowable, read in one transaction that cannot write. */
export interface Source {
  readonly product: string
  readonly family: SourceFamily
  /** Names the installation, for ids that are only unique within it. */
  readonly installation: string
  /**
   * Rows of a table, with columns in lower case; an empty list for a table that the version of the source lacks.
   *
   * @param where as for PostgreSQL: `$1`, and `= any($1)` for a list.
   * @param only the columns; all when left out. Columns that the version of the source lacks are absent.
   */
  select<Row>(table: string, where?: string, values?: readonly unknown[], only?: readonly string[]): Promise<Row[]>
  /** Rows of a table in portions, by their id. */
  portions<Row extends { readonly id_: string }>(
    table: string,
    where: string,
    values: readonly unknown[],
    portion: Portion,
  ): AsyncGenerator<Row[]>
  count(table: string, where?: string, values?: readonly unknown[]): Promise<number>
  /** Whether the version of the source has a table, or a column of it. */
  has(table: string, column?: string): boolean
  /** Returns a time, ISO 8601, as columns of the source have it: local and without a zone. */
  localTime(at: string): string
  close(): Promise<void>
}

interface SourceOptions {
  /** The time zone of the Java process that wrote it: its columns have local times. */
  readonly zone: string
  /** The PostgreSQL schema of the tables; empty: the search path of the user decides. */
  readonly schema?: string
}

/**
 * Opens a source over a connection. All reads see one snapshot of the source. Closes the connection when the database
 * is not a source.
 *
 * @throws StartFailure when the database has no tables of Camunda or Flowable, or the time zone is unknown.
 */
export async function openSource(reader: DatabaseReader, { zone, schema = '' }: SourceOptions): Promise<Source> {
  try {
    const localTime = createLocalTime(zone)
    const dialect =
      reader.vendor === 'mysql' ? createMysql(reader, { zone }) : await createPostgresql(reader, { zone, schema })
    const columns = await dialect.readColumns()
    const tables = createTables(reader, dialect, columns)
    const { installation, product, family } = await readProduct(tables, columns)
    return { ...tables, installation, product, family, localTime, close: () => reader.close() }
  } catch (error) {
    await reader.close().catch(() => {})
    throw error
  }
}

export type SourceTables = Pick<Source, 'select' | 'portions' | 'count' | 'has'>

function createTables(reader: DatabaseReader, dialect: Dialect, columns: Columns): SourceTables {
  const select: Source['select'] = async <Row>(
    table: string,
    text = 'true',
    values: readonly unknown[] = [],
    only?: readonly string[],
  ) => {
    const known = columns.get(table)
    if (known === undefined) return []
    const names = [...known.keys()].filter((name) => only === undefined || only.includes(name))
    const query = dialect.select(table, names, { text, values })
    const rows = await reader.query<Record<string, unknown>>(query.text, query.values)
    return rows.map((row) => withTenant(dialect.present(table, row))) as Row[]
  }
  return {
    select,
    has: (table, column) => (column === undefined ? columns.has(table) : columns.get(table)?.has(column) === true),
    portions: async function* <Row extends { readonly id_: string }>(
      table: string,
      where: string,
      values: readonly unknown[],
      { size, after: start = '' }: Portion,
    ) {
      for (let after = start; ; ) {
        // In the order of the database itself, whose primary key has it.
        const text = `(${where}) and t.id_ > $${values.length + 1} order by t.id_ limit ${size}`
        const rows = await select<Row>(table, text, [...values, after])
        if (rows.length > 0) yield rows
        after = rows.at(-1)?.id_ ?? ''
        if (rows.length < size) return
      }
    },
    count: async (table, text = 'true', values = []) => {
      if (!columns.has(table)) return 0
      const query = dialect.count(table, { text, values })
      const [row] = await reader.query<{ count: string }>(query.text, query.values)
      return Number(row?.count ?? 0)
    },
  }
}

/** Flowable stores no tenant as an empty text. */
function withTenant(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return row.tenant_id_ === '' ? { ...row, tenant_id_: null } : row
}

function createLocalTime(zone: string): Source['localTime'] {
  try {
    const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return (at) => parts.format(new Date(at))
  } catch {
    throw new StartFailure(`Expected a time zone such as Europe/Berlin, but it is “${zone}”. Nothing was moved.`)
  }
}

import type { DatabaseReader } from '../../../../platform/outgoing/databases/reader.ts'
import type { ColumnKind, Columns, Dialect } from './dialect.ts'

/** Creates the dialect of PostgreSQL, which converts times itself. */
export async function createPostgresql(
  reader: DatabaseReader,
  { zone, schema }: { readonly zone: string; readonly schema: string },
): Promise<Dialect> {
  await reader.query(`select set_config('TimeZone', $1, true)`, [zone])
  if (schema !== '') await reader.query(`select set_config('search_path', quote_ident($1), true)`, [schema])
  let columns: Columns = new Map()
  const nameOf = (table: string, column: string) =>
    columns.get(table)?.get(column) === 'time' ? `t.${column}::timestamptz as ${column}` : `t.${column}`
  return {
    readColumns: async () => {
      columns = await readColumns(reader)
      return columns
    },
    select: (table, names, { text, values }) => ({
      text: `select ${names.map((name) => nameOf(table, name)).join(', ')} from ${table} t where ${text}`,
      values,
    }),
    count: (table, { text, values }) => ({ text: `select count(*) as count from ${table} t where ${text}`, values }),
    present: (_, row) => row,
  }
}

async function readColumns(reader: DatabaseReader): Promise<Columns> {
  const rows = await reader.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p', 'v') and c.relname ~ '^(act|flw)_' and pg_table_is_visible(c.oid) order by c.relname, a.attnum`,
  )
  const columns = new Map<string, Map<string, ColumnKind>>()
  for (const { table, column, type } of rows) {
    const known = columns.get(table) ?? new Map<string, ColumnKind>()
    columns.set(table, known.set(column, type === 'timestamp without time zone' ? 'time' : 'other'))
  }
  return columns
}

import { readDate } from '@millrace/time'
import type { DatabaseReader } from '../../../../platform/outgoing/databases/reader.ts'
import type { ColumnKind, Columns, Dialect, SourceQuery } from './dialect.ts'

/** Creates the dialect of MySQL and MariaDB. Their times are text of the zone of the process that wrote them. */
export function createMysql(reader: DatabaseReader, { zone }: { readonly zone: string }): Dialect {
  let columns: Columns = new Map()
  /** Names are case-sensitive on most systems. */
  const tables = new Map<string, string>()
  const query = (head: string, table: string, condition: SourceQuery): SourceQuery => {
    const { text, values } = withMarks(condition)
    return { text: `select ${head} from \`${tables.get(table) ?? table}\` t where ${text}`, values }
  }
  const presentValue = (kind: ColumnKind | undefined, value: unknown) => {
    if (value === null) return null
    if (kind === 'flag') return Number(value) !== 0
    if (kind === 'time') return readDate(String(value), new Date(0), zone)?.toISOString() ?? null
    return value
  }
  return {
    readColumns: async () => {
      const rows = await reader.query<{ name: string; column: string; type: string }>(
        `select table_name as name, column_name as \`column\`, data_type as type from information_schema.columns
          where table_schema = database() and lower(table_name) regexp '^(act|flw)_' order by table_name, ordinal_position`,
      )
      const found = new Map<string, Map<string, ColumnKind>>()
      for (const { name, column, type } of rows) {
        const table = name.toLowerCase()
        tables.set(table, name)
        const known = found.get(table) ?? new Map<string, ColumnKind>()
        found.set(table, known.set(column.toLowerCase(), kindOf(type)))
      }
      columns = found
      return columns
    },
    select: (table, names, condition) =>
      query(names.map((name) => `t.${name} as \`${name}\``).join(', '), table, condition),
    count: (table, condition) => query('count(*) as count', table, condition),
    present: (table, row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, presentValue(columns.get(table)?.get(name), value)]),
      ),
  }
}

function kindOf(type: string): ColumnKind {
  if (type === 'datetime' || type === 'timestamp') return 'time'
  return type === 'tinyint' || type === 'bit' ? 'flag' : 'other'
}

/** Replaces `$1` by `?`, and `= any($1)` by `in (?)`, with the values in the order of their places. */
function withMarks({ text, values }: SourceQuery): SourceQuery {
  const ordered: unknown[] = []
  const marked = text.replace(/= any\(\$(\d+)\)|\$(\d+)/g, (_, list: string | undefined, one: string | undefined) => {
    const value = values[Number(list ?? one) - 1]
    // An empty list is no SQL.
    ordered.push(Array.isArray(value) && value.length === 0 ? [null] : value)
    return list === undefined ? '?' : 'in (?)'
  })
  return { text: marked, values: ordered }
}

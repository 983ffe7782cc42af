import pg from 'pg'
import { reasonOf, StartFailure } from '../../../platform/start-failure.ts'

/** A database of Camunda 7 or a fork of it, read in one transaction that cannot write. */
export interface Source {
  readonly product: string
  /** Names the installation, for ids that are only unique within it. */
  readonly installation: string
  /** Rows of a table, with columns in lower case. Columns that the version of the source lacks are absent. */
  select<Row>(table: string, where?: string, values?: readonly unknown[]): Promise<Row[]>
  /** Rows of a table in portions, by their id. */
  portions<Row extends { readonly id_: string }>(
    table: string,
    where: string,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<Row[]>
  count(table: string, where?: string, values?: readonly unknown[]): Promise<number>
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  has(table: string): boolean
  close(): Promise<void>
}

/**
 * Connects to the source and begins a read-only transaction that sees one moment of it.
 *
 * @param zone the time zone of the Java process that wrote it: its columns have local times.
 * @throws StartFailure when it cannot be reached, or has no tables of Camunda.
 */
export async function openSource(connectionString: string, zone: string): Promise<Source> {
  const client = new pg.Client({ connectionString, types: { getTypeParser } })
  try {
    await client.connect()
  } catch (error) {
    throw new StartFailure(`The source could not be reached: ${reasonOf(error)} Nothing was moved. Check --source.`)
  }
  client.on('error', () => {})
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(`select set_config('TimeZone', $1, true)`, [zone])
    const columns = await readColumns(client)
    const { installation, product } = await readProduct(client, columns)
    return createSource(client, columns, { installation, product })
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The columns of each table with their types. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

async function readColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p', 'v') and c.relname like 'act\\_%' and pg_table_is_visible(c.oid) order by c.relname, a.attnum`,
  )
  const columns = new Map<string, Map<string, string>>()
  for (const { table, column, type } of rows) {
    const known = columns.get(table) ?? new Map<string, string>()
    columns.set(table, known.set(column, type))
  }
  return columns
}

async function readProduct(client: pg.Client, columns: Columns) {
  if (!columns.has('act_ge_property') || !columns.has('act_ru_execution'))
    throw new StartFailure(
      'The source has no tables of Camunda, such as ACT_GE_PROPERTY and ACT_RU_EXECUTION. Nothing was moved. Check the database and the search path of --source.',
    )
  const { rows } = await client.query<{ name_: string; value_: string }>('select name_, value_ from act_ge_property')
  const properties = new Map(rows.map(({ name_, value_ }) => [name_, value_]))
  const version = await readVersion(client, columns, properties)
  const installation =
    [...properties].find(([name]) => name.endsWith('.installation.id') || name === 'installationId')?.[1] ?? 'camunda'
  return { installation, product: version }
}

/** Tables that Camunda 7.18 has, and Flowable or Activiti do not. */
const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst'] as const

async function readVersion(
  client: pg.Client,
  columns: Columns,
  properties: ReadonlyMap<string, string>,
): Promise<string> {
  const schema = properties.get('schema.version') ?? ''
  const missing = ofCamunda.filter((table) => !columns.has(table))
  if (missing.length > 0)
    throw new StartFailure(
      `Expected a database of Camunda 7.18 to 7.24, Operaton, CIB seven or Fluxnova, but its schema is “${schema}” and it lacks ${missing.join(', ')}. Nothing was moved.`,
    )
  const { rows } = columns.has('act_ge_schema_log')
    ? await client.query<{ version_: string }>(
        'select version_ from act_ge_schema_log order by timestamp_ desc, id_ desc limit 1',
      )
    : { rows: [] }
  return `schema “${schema}”, version ${rows[0]?.version_ ?? 'before 7.11'}`
}

function createSource(
  client: pg.Client,
  columns: Columns,
  { product, installation }: Pick<Source, 'product' | 'installation'>,
): Source {
  const listOf = (table: string) =>
    [...(columns.get(table) ?? [])]
      .map(([name, type]) =>
        type === 'timestamp without time zone' ? `t.${name}::timestamptz as ${name}` : `t.${name}`,
      )
      .join(', ')
  const source: Source = {
    product,
    installation,
    has: (table) => columns.has(table),
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    select: async (table, where = 'true', values = []) =>
      columns.has(table) ? source.query(`select ${listOf(table)} from ${table} t where ${where}`, values) : [],
    portions: async function* <Row extends { readonly id_: string }>(
      table: string,
      where: string,
      values: readonly unknown[],
      size: number,
    ) {
      if (!columns.has(table)) return
      for (let after = ''; ; ) {
        const text = `select ${listOf(table)} from ${table} t where (${where}) and t.id_ collate "C" > $${values.length + 1} order by t.id_ collate "C" limit ${size}`
        const rows = await source.query<Row>(text, [...values, after])
        if (rows.length > 0) yield rows
        after = rows.at(-1)?.id_ ?? ''
        if (rows.length < size) return
      }
    },
    count: async (table, where = 'true', values = []) => {
      if (!columns.has(table)) return 0
      const [row] = await source.query<{ count: string }>(`select count(*) from ${table} t where ${where}`, values)
      return Number(row?.count ?? 0)
    },
    close: async () => {
      await client.query('rollback').catch(() => {})
      await client.end()
    },
  }
  return source
}

/** Times as ISO 8601 in UTC, numbers beyond 2^53 as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === 1184)
    return (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
  return pg.types.getTypeParser(oid, format as 'text')
}

import type { ClientBase } from 'pg'
import type { WorkplaceTable } from '../workplace-tables.ts'

type Client = Pick<ClientBase, 'query' | 'escapeIdentifier'>

/** The number of rows of a workplace in a table, and a sum over the digests of all of them, in any order. */
export interface RowSum {
  readonly rows: number
  /** The sum of the first 64 bits of the SHA-256 of each row, as a decimal number. */
  readonly digest: string
}

/**
 * Starts a transaction in which the rows of a workplace are read as text that is the same in every database.
 *
 * @param access `moves`: rows come and go without triggers, where the workplace does not live or is closed.
 */
export async function beginRows(client: Client, workplaceId: string, access: 'reads' | 'moves'): Promise<void> {
  await client.query(access === 'reads' ? 'begin isolation level repeatable read read only' : 'begin')
  await client.query(
    `select set_config('app.workplace', $1, true), set_config('app.moves', $2, true), set_config('timezone', 'UTC', true),
      set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
      set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
    [workplaceId, access === 'moves' ? 'on' : ''],
  )
}

/**
 * Reads the rows of a workplace as PostgreSQL writes composite values, a portion at a time. JSON would not tell a null of
 * JSON from one of SQL. In a transaction of `beginRows`.
 */
export async function* readRows(
  client: Client,
  { name, hasFiles }: Pick<WorkplaceTable, 'name' | 'hasFiles'>,
  workplaceId: string,
): AsyncGenerator<string[]> {
  await client.query(
    `declare moved no scroll cursor for select t::text as row from ${client.escapeIdentifier(name)} t where workplace_id = ${quote(workplaceId)}`,
  )
  let longest = hasFiles ? maxPortion : 1
  for (;;) {
    const size = Math.min(maxRows, Math.max(1, Math.floor(maxPortion / longest)))
    const { rows } = await client.query<{ row: string }>(`fetch ${size} from moved`)
    if (rows.length === 0) break
    longest = Math.max(1, longest / 2, ...rows.map(({ row }) => row.length))
    yield rows.map(({ row }) => row)
  }
  await client.query('close moved')
}

/** Characters in memory at a time, unless rows are suddenly longer than those before them. */
const maxPortion = 4_000_000
const maxRows = 500

/** How rows are written as text: JSON as in an export, or composite values with all columns, as `readRows` returns them. */
export type RowFormat = 'json' | 'composite'

/**
 * Adds rows to a table, in a transaction of `beginRows` that moves.
 *
 * @param columns those that the rows have and that can be written.
 * @param portions one text for each row.
 * @returns the number of rows.
 */
export async function writeRows(
  client: Client,
  { name, refersToItself }: WorkplaceTable,
  { columns, format }: { readonly columns: readonly string[]; readonly format: RowFormat },
  portions: AsyncIterable<readonly string[]>,
): Promise<number> {
  const table = client.escapeIdentifier(name)
  const read = { json: `json_populate_record(null::${table}, line::json)`, composite: `line::${table}` }[format]
  const values = columns.map((column) => `(m.r).${client.escapeIdentifier(column)}`).join(', ')
  // Without “offset”, each column would read the text again.
  const insert = (lines: string) =>
    `insert into ${table} (${listColumns(client, columns)}) select ${values} from (select ${read} as r from ${lines} offset 0) m`
  let rows = 0
  if (refersToItself) await client.query('create temporary table moved_lines (line text) on commit drop')
  for await (const lines of portions) {
    rows += lines.length
    await client.query(
      refersToItself ? 'insert into moved_lines select unnest($1::text[])' : insert('unnest($1::text[]) line'),
      [lines],
    )
  }
  // Together: a row may refer to one that comes later, and constraints are checked at the end of the statement.
  if (refersToItself) await client.query(insert('moved_lines'))
  return rows
}

/** Sums up the rows of a workplace in a table. In a transaction of `beginRows`. */
export async function sumRows(client: Client, { name, columns }: WorkplaceTable, workplaceId: string): Promise<RowSum> {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows,
        coalesce(sum(('x' || encode(substr(sha256(convert_to(row(${listColumns(client, columns)})::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric), 0)::text as digest
      from ${client.escapeIdentifier(name)} where workplace_id = $1`,
    [workplaceId],
  )
  return { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' }
}

/** Removes the rows of a workplace from a table. In a transaction of `beginRows` that moves. */
export async function clearTable(client: Client, name: string, workplaceId: string): Promise<void> {
  await client.query(`delete from ${client.escapeIdentifier(name)} where workplace_id = $1`, [workplaceId])
}

function listColumns(client: Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}

/** A cursor takes no parameters. */
function quote(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`Expected the id of a workplace, but got ${id}.`)
  return `'${id}'::uuid`
}

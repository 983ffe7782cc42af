import type { ClientBase, QueryResult } from 'pg'
import { jsonNulls } from '../export-workplace.ts'
import type { WorkplaceTable } from '../workplace-tables.ts'

type Client = Pick<ClientBase, 'query' | 'escapeIdentifier'>

/** The number of rows of a workplace in a table, and a sum over the digests of all of them, in any order. */
export interface RowSum {
  readonly rows: number
  /** The sum of the first 64 bits of the SHA-256 of each row, as a decimal number. */
  readonly digest: string
  /** Characters of the longest row. */
  readonly longest: number
}

/**
 * The state of a workplace in one database: the database that this database names as its home, and the id of its
 * closing. Null when the database has no row of the workplace. A command that takes over from another command changes
 * the state before it changes rows.
 */
export type Standing = string | null

/**
 * Starts a transaction for the rows of a workplace, without time limits. It reads rows as text that is the same in
 * every database, and sees one snapshot.
 *
 * @param access `reads`, or `moves` to add and remove rows without triggers. `moves` is the expected standing of the
 *   workplace.
 * @throws Error when rows are to be moved in the database where the workplace lives and is open, or where its standing
 *   is another one, because another command has taken over.
 */
export async function beginRows(
  client: Client,
  workplaceId: string,
  access: 'reads' | { readonly moves: Standing },
): Promise<void> {
  const moves = access !== 'reads'
  const place = quote(workplaceId)
  // One round trip: there are more than a hundred tables.
  const results = (await client.query(`
    begin isolation level repeatable read ${moves ? '' : 'read only'};
    select set_config('app.workplace', ${place}::text, true), set_config('app.moves', '${moves ? 'on' : ''}', true),
      set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
      set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
      set_config('bytea_output', 'hex', true),
      (select count(set_config(name, '0', true)) from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'));
    select exists (select from workplace where workplace_id = ${place}) and not millrace_is_moved(${place}) as open;
    ${standingText} = ${place} ${moves ? 'for share' : ''};
  `)) as unknown as readonly QueryResult<{ open?: boolean; standing?: string }>[]
  if (access === 'reads') return
  if (results.at(-2)?.rows[0]?.open !== false)
    throw new Error(`Expected the workplace ${workplaceId} to be closed in this database, but it is open.`)
  // Locked until the end, and rows that came later are not seen: a command that was held up here harms no other.
  if ((results.at(-1)?.rows[0]?.standing ?? null) !== access.moves)
    throw new Error(
      `Expected the workplace ${workplaceId} to be as this command found it, but another one has changed it.`,
    )
}

/** The closing by its microseconds, because its text depends on the settings of the connection. */
const standingText = `select coalesce(extract(epoch from moving_at)::text, 'open') || ' ' || coalesce(cell, '') as standing
      from workplace where workplace_id`

/** Reads in a transaction of `beginRows` whether a workplace is open or closed, and its database. */
export async function readStanding(client: Client, workplaceId: string): Promise<Standing> {
  const { rows } = await client.query<{ standing: string }>(`${standingText} = $1`, [workplaceId])
  return rows[0]?.standing ?? null
}

/**
 * Reads in a separate transaction whether a workplace is open or closed, and its database. Commands read it before they
 * prove their right, to notice changes by other commands afterwards.
 */
export async function findStanding(client: Client, workplaceId: string): Promise<Standing> {
  await beginRows(client, workplaceId, 'reads')
  const standing = await readStanding(client, workplaceId)
  await client.query('commit')
  return standing
}

/**
 * Reads the rows of a workplace as PostgreSQL writes composite values, a portion at a time. JSON would not tell a null of
 * JSON from one of SQL. In a transaction of `beginRows`.
 *
 * @param longest characters of the longest row.
 */
export async function* readRows(
  client: Client,
  { name }: Pick<WorkplaceTable, 'name'>,
  { workplaceId, longest }: { readonly workplaceId: string; readonly longest: number },
): AsyncGenerator<string[]> {
  await client.query(
    `declare moved no scroll cursor for select t::text as row from ${client.escapeIdentifier(name)} t where workplace_id = ${quote(workplaceId)}`,
  )
  const maxSize = Math.max(1, Math.floor(maxPortion / Math.max(1, longest)))
  let usual = longest
  for (;;) {
    const size = Math.min(maxRows, maxSize, Math.max(1, Math.floor(usualPortion / Math.max(1, usual))))
    const { rows } = await client.query<{ row: string }>(`fetch ${size} from moved`)
    if (rows.length === 0) break
    usual = Math.max(usual / 2, ...rows.map(({ row }) => row.length))
    yield rows.map(({ row }) => row)
  }
  await client.query('close moved')
}

/** Characters in memory at a time: as long as rows are like those before them, and in any case. */
const usualPortion = 4_000_000
const maxPortion = 64_000_000
const maxRows = 500

/** How rows are written as text: JSON as in an export, or composite values with all columns, as `readRows` returns them. */
export type RowFormat = 'json' | 'composite'

/** Rows to add to a table. */
export interface NewRows {
  readonly workplaceId: string
  /** Those that the rows have and that can be written. */
  readonly columns: readonly string[]
  readonly format: RowFormat
  /** One text for each row. */
  readonly portions: AsyncIterable<readonly string[]>
}

/**
 * Adds rows to a table, in a transaction of `beginRows` that moves. Rows of other workplaces are left out.
 *
 * @returns the number of rows that were added.
 */
export async function writeRows(
  client: Client,
  { name, refersToItself, jsonColumns }: WorkplaceTable,
  { workplaceId, columns, format, portions }: NewRows,
): Promise<number> {
  const table = client.escapeIdentifier(name)
  // A null of JSON has a list of its own in exports.
  const nulls = format === 'json' ? jsonColumns : []
  const value = (column: string) => {
    const own = `(m.r).${client.escapeIdentifier(column)}`
    return nulls.includes(column) ? `case when m.nulls ? '${column}' then 'null' else ${own} end` : own
  }
  const read = {
    json: `json_populate_record(null::${table}, line::json) as r${nulls.length > 0 ? `, line::jsonb -> '${jsonNulls}' as nulls` : ''}`,
    composite: `line::${table} as r`,
  }[format]
  // Without “offset”, each column would read the text again.
  const insert = (lines: string) =>
    `insert into ${table} (${listColumns(client, columns)}) select ${columns.map(value).join(', ')}
      from (select ${read} from ${lines} offset 0) m where (m.r).workplace_id = ${quote(workplaceId)}`
  let rows = 0
  if (refersToItself) await client.query('create temporary table moved_lines (line text) on commit drop')
  for await (const lines of portions) {
    const { rowCount } = await client.query(
      refersToItself ? 'insert into moved_lines select unnest($1::text[])' : insert('unnest($1::text[]) line'),
      [lines],
    )
    rows += rowCount ?? 0
  }
  // Together: a row may refer to one that comes later, and constraints are checked at the end of the statement.
  if (refersToItself) rows = (await client.query(insert('moved_lines'))).rowCount ?? 0
  return rows
}

/** Finds the tables in which a workplace has rows, in one round trip. In a transaction of `beginRows`. */
export async function findFilled(
  client: Client,
  tables: readonly Pick<WorkplaceTable, 'name'>[],
  workplaceId: string,
): Promise<ReadonlySet<string>> {
  const looks = tables.map(
    ({ name }, index) =>
      `select ${index} as index where exists (select from ${client.escapeIdentifier(name)} where workplace_id = $1)`,
  )
  const { rows } = await client.query<{ index: number }>(looks.join(' union all '), [workplaceId])
  return new Set(rows.flatMap(({ index }) => tables[index]?.name ?? []))
}

/** Sums up the rows of a workplace in a table. In a transaction of `beginRows`. */
export async function sumRows(client: Client, { name, columns }: WorkplaceTable, workplaceId: string): Promise<RowSum> {
  const { rows } = await client.query<{ rows: string; digest: string; longest: string }>(
    `select count(*)::text as rows, coalesce(max(length(row(${listColumns(client, columns)})::text)), 0)::text as longest,
        coalesce(sum(('x' || encode(substr(sha256(convert_to(row(${listColumns(client, columns)})::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric), 0)::text as digest
      from ${client.escapeIdentifier(name)} where workplace_id = $1`,
    [workplaceId],
  )
  const [row] = rows
  return { rows: Number(row?.rows), digest: row?.digest ?? '', longest: Number(row?.longest) }
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

import pg from 'pg'
import { listWorkplaceTables, type WorkplaceTable } from '../operations/workplaces/workplace-tables.ts'
import { readWrites } from './written-tables.ts'

/** All rows of a workplace as text, by table. The list of a table is the same object until a row in it changes. */
export type Rows = ReadonlyMap<string, readonly string[]>

export interface WorkplaceRows {
  read(workplaceId: string): Promise<Rows>
  copy(copy: WorkplaceCopy): Promise<void>
  /**
   * Takes back what has changed in a copy since its rows were read. Rows that the original has never had, and that have
   * gone from the copy, do not return.
   */
  undo(copy: WorkplaceCopy, change: { readonly before: Rows; readonly after: Rows }): Promise<void>
}

export interface WorkplaceCopy {
  readonly from: string
  readonly to: string
  /** A word in the rows, and the word of the same length that stands for it in the copy. */
  readonly marker: string
  readonly replacement: string
  /** Only these tables. */
  readonly tables?: ReadonlySet<string>
}

/**
 * Creates the reader of all rows of workplaces, to find out whether anything has changed. A table is read again only
 * when a statement has written to it since. Create it once for each database.
 *
 * @param without columns that are left out.
 */
export async function openWorkplaceRows(
  admin: pg.Pool,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<WorkplaceRows> {
  const client = await admin.connect()
  const tables = await listWorkplaceTables(client).finally(() => client.release())
  await readWrites(admin)
  // Nothing else does in tests, and without it PostgreSQL takes the wrong index of tables with hundreds of rows.
  await admin.query('analyze')
  const known = new Map<string, { readonly versions: ReadonlyMap<string, string>; readonly rows: Rows }>()
  const alike = new Map<string, Promise<ReadonlySet<string>>>()
  const alikeIn = (copy: WorkplaceCopy) => {
    const name = [copy.from, copy.marker].join(' ')
    const found = alike.get(name) ?? findAlike(admin, tables, copy)
    alike.set(name, found)
    return found
  }
  return {
    copy: async (copy) => copyWorkplace(admin, tables, { ...copy, alike: await alikeIn(copy) }),
    undo: async (copy, { before, after }) => {
      const isWhole = await undoChanges(admin, tables, { ...copy, alike: await alikeIn(copy), before, after })
      if (isWhole) known.set(copy.to, { versions: await readWrites(admin), rows: before })
    },
    read: async (workplaceId) => {
      const before = known.get(workplaceId)
      const versions = await readWrites(admin)
      const changed = tables.filter(({ name }) => versions.get(name) !== before?.versions.get(name))
      const fresh = changed.length === 0 ? [] : await readTables(admin, changed, [workplaceId, without])
      const read = Map.groupBy(fresh, ({ name }) => name)
      const rowsOf = (name: string) =>
        read
          .get(name)
          ?.map(({ row }) => row)
          .toSorted() ?? []
      const rows = new Map(before?.rows)
      for (const { name } of changed) rows.set(name, rowsOf(name))
      known.set(workplaceId, { versions, rows })
      return rows
    },
  }
}

async function readTables(admin: pg.Pool, tables: readonly WorkplaceTable[], values: readonly unknown[]) {
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, (to_jsonb(t) - $2::text[])::text as row from "${name}" t where workplace_id = $1`,
  )
  const { rows } = await admin.query<{ name: string; row: string }>(parts.join(' union all '), [...values])
  return rows
}

/**
 * Finds the tables whose rows are the same in a copy but for their workplace: no other column names it, and none has the
 * marker. The workplace that is copied stays as it is, so they are found once.
 */
async function findAlike(
  admin: pg.Pool,
  tables: readonly WorkplaceTable[],
  { from, marker }: WorkplaceCopy,
): Promise<ReadonlySet<string>> {
  // Rows without a primary key cannot be told apart.
  const parts = tables
    .filter(({ key, columns }) => key !== columns)
    .map(
      ({ name }) => `select '${name}' as name where not exists (select from "${name}" t where workplace_id = $1::uuid
      and (to_jsonb(t) - 'workplace_id')::text like any($2::text[]))`,
    )
  const { rows } = await admin.query<{ name: string }>(parts.join(' union all '), [
    from,
    [from, marker, toHex(marker)].map((text) => `%${text}%`),
  ])
  return new Set(rows.map(({ name }) => name))
}

interface Copying extends WorkplaceCopy {
  readonly alike: ReadonlySet<string>
}

/** Gives a workplace every row of another one, with the same ids, names and users. What it had before is gone. */
async function copyWorkplace(admin: pg.Pool, all: readonly WorkplaceTable[], copy: Copying): Promise<void> {
  const some = all.filter(({ name }) => name !== 'workplace' && copy.tables?.has(name) !== false)
  await withoutTriggers(admin, async (client) => {
    for (const table of some) await copyTable(client, table, copy)
  })
}

/**
 * Removes from a copy the rows that are new or other ones, by their keys, and takes those from the original.
 *
 * @returns whether the copy has exactly the rows of before.
 */
async function undoChanges(
  admin: pg.Pool,
  all: readonly WorkplaceTable[],
  { before, after, ...copy }: Copying & { readonly before: Rows; readonly after: Rows },
): Promise<boolean> {
  const changed = changedTables(before, after)
  let isWhole = !changed.delete('workplace')
  await withoutTriggers(admin, async (client) => {
    for (const table of all.filter(({ name }) => changed.has(name))) {
      const keys = { gone: keysOfFirstOnly(table, after, before), lost: keysOfFirstOnly(table, before, after) }
      // Rows without a primary key cannot be told apart.
      if (table.key !== table.columns && (await undoTable(client, table, copy, keys))) continue
      await copyTable(client, table, copy)
      isWhole = false
    }
  })
  return isWhole
}

type Keys = readonly Readonly<Record<string, unknown>>[]

/** @returns whether there was a row for each key. */
async function undoTable(
  client: pg.PoolClient,
  table: WorkplaceTable,
  copy: Copying,
  { gone, lost }: { readonly gone: Keys; readonly lost: Keys },
): Promise<boolean> {
  const isAlike = copy.alike.has(table.name)
  const [remove, add] = undoStatements(table, isAlike)
  const run = async (name: string, text: string, values: readonly string[], keys: Keys) => {
    if (keys.length === 0) return true
    const { rowCount } = await client.query({ name, text, values: [...values, JSON.stringify(keys)] })
    return rowCount === keys.length
  }
  const isRemoved = await run(`remove from ${table.name}`, remove, [copy.to], gone)
  return isRemoved && run(`return to ${table.name}`, add, isAlike ? [copy.from, copy.to] : pairsOf(copy), lost)
}

/** The keys of the rows of a table that only the first has. */
function keysOfFirstOnly({ name, key }: WorkplaceTable, rows: Rows, others: Rows): Keys {
  const known = new Set(others.get(name))
  return (rows.get(name) ?? [])
    .filter((row) => !known.has(row))
    .map((row) => {
      const values = JSON.parse(row) as Record<string, unknown>
      return Object.fromEntries(key.map((column) => [column, values[column]]))
    })
}

async function withoutTriggers(admin: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query('set session_replication_role = replica')
    await work(client)
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

async function copyTable(client: pg.PoolClient, table: WorkplaceTable, copy: Copying): Promise<void> {
  const isAlike = copy.alike.has(table.name)
  const [empty, fill] = isAlike ? restoreStatements(table) : copyStatements(table)
  const values = isAlike ? [copy.from, copy.to] : pairsOf(copy)
  await client.query({ name: `empty ${table.name}`, text: empty, values: isAlike ? values : [copy.to] })
  await client.query({ name: `copy ${table.name}`, text: fill, values })
}

/** Of a table whose rows are other ones in the copy: removes all, and makes each anew. */
function copyStatements(whole: WorkplaceTable): readonly [string, string] {
  const { table } = partsOf(whole, 'k')
  return [`delete from ${table} where workplace_id = $1`, makeStatement(whole)]
}

/** Makes rows as they are in the copy, where each word is replaced: see `pairsOf`. */
function makeStatement(whole: WorkplaceTable, more = ''): string {
  const { table, columns } = partsOf(whole, 'k')
  return `insert into ${table} (${columns}) overriding system value
      select ${whole.columns.map((column) => `copy.${pg.escapeIdentifier(column)}`).join(', ')} from ${table} t
      cross join lateral json_populate_record(null::${table},
        replace(replace(replace(to_json(t)::text, $1, $2), $3, $4), $5, $6)::json) copy ${more}
      where t.workplace_id = $1::uuid`
}

/** The words that rows are copied with, each before the one that stands for it in the copy. */
function pairsOf({ from, to, marker, replacement }: WorkplaceCopy): string[] {
  return [from, to, marker, replacement, toHex(marker), toHex(replacement)]
}

/**
 * Of a table whose rows are the same in the copy: removes those that differ, and adds those that are missing. Most are
 * as they were after an operation, and to write a row costs much more than to compare it.
 */
function restoreStatements(whole: WorkplaceTable): readonly [string, string] {
  const { table, columns, values, isSame } = partsOf(whole, 'copy')
  return [
    `delete from ${table} copy where copy.workplace_id = $2::uuid and not exists (select from ${table} t where t.workplace_id = $1::uuid and ${isSame}
      and to_jsonb(t) - 'workplace_id' = to_jsonb(copy) - 'workplace_id')`,
    `insert into ${table} (${columns}) overriding system value
      select ${values} from ${table} t where t.workplace_id = $1::uuid
        and not exists (select from ${table} copy where copy.workplace_id = $2::uuid and ${isSame})`,
  ]
}

/** Removes rows of the copy by their keys, and takes rows from the original by theirs. */
function undoStatements(whole: WorkplaceTable, isAlike: boolean): readonly [string, string] {
  const { table, columns, values, isSame } = partsOf(whole, 'k')
  const keys = (place: number) => `json_populate_recordset(null::${table}, $${place}::json) k`
  return [
    `delete from ${table} t using ${keys(2)} where t.workplace_id = $1::uuid and ${isSame}`,
    isAlike
      ? `insert into ${table} (${columns}) overriding system value
          select ${values} from ${keys(3)} join ${table} t on t.workplace_id = $1::uuid and ${isSame}`
      : makeStatement(whole, `join ${keys(7)} on ${isSame}`),
  ]
}

/** Parts of statements about rows `t` of a table, and the same rows of another workplace, `$2`. */
function partsOf({ name, columns, key }: WorkplaceTable, other: string) {
  const own = columns.map((column) => pg.escapeIdentifier(column))
  const same = key
    .filter((column) => column !== 'workplace_id')
    .map((column) => `t.${pg.escapeIdentifier(column)} = ${other}.${pg.escapeIdentifier(column)}`)
  return {
    table: pg.escapeIdentifier(name),
    columns: own.join(', '),
    values: own.map((column) => (column === '"workplace_id"' ? '$2::uuid' : `t.${column}`)).join(', '),
    isSame: same.join(' and ') || 'true',
  }
}

function toHex(text: string): string {
  return Buffer.from(text).toString('hex')
}

/** Returns the names of tables whose rows differ. */
export function changedTables(before: Rows, after: Rows): Set<string> {
  return new Set([...after].filter(([name, rows]) => isOther(before.get(name) ?? [], rows)).map(([name]) => name))
}

/** Both are sorted. */
function isOther(before: readonly string[], after: readonly string[]): boolean {
  return before !== after && (before.length !== after.length || before.some((row, index) => row !== after[index]))
}

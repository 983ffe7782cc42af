import type pg from 'pg'
import { listWorkplaceTables, type WorkplaceTable } from '../operations/workplaces/workplace-tables.ts'
import { readWrites } from './written-tables.ts'

/** All rows of a workplace as text, by table. The list of a table is the same object until a row in it changes. */
export type Rows = ReadonlyMap<string, readonly string[]>

export interface WorkplaceRows {
  read(workplaceId: string): Promise<Rows>
  copy(copy: WorkplaceCopy): Promise<void>
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
  return {
    copy: (copy) => copyWorkplace(admin, tables, copy),
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

/** Gives a workplace every row of another one, with the same ids, names and users. What it had before is gone. */
async function copyWorkplace(
  admin: pg.Pool,
  all: readonly WorkplaceTable[],
  { from, to, marker, replacement, tables }: WorkplaceCopy,
): Promise<void> {
  const client = await admin.connect()
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const pairs = [from, to, marker, replacement, hex(marker), hex(replacement)]
  try {
    await client.query('set session_replication_role = replica')
    for (const { name, columns } of all) {
      if (name === 'workplace' || tables?.has(name) === false) continue
      const table = client.escapeIdentifier(name)
      const own = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      await client.query({ name: `empty ${name}`, text: `delete from ${table} where workplace_id = $1`, values: [to] })
      await client.query({
        name: `copy ${name}`,
        text: `insert into ${table} (${own}) overriding system value
          select ${columns.map((column) => `copy.${client.escapeIdentifier(column)}`).join(', ')} from ${table} t
          cross join lateral json_populate_record(null::${table},
            replace(replace(replace(to_json(t)::text, $1, $2), $3, $4), $5, $6)::json) copy
          where t.workplace_id = $1::uuid`,
        values: pairs,
      })
    }
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

/** Returns the names of tables whose rows differ. */
export function changedTables(before: Rows, after: Rows): Set<string> {
  return new Set([...after].filter(([name, rows]) => isOther(before.get(name) ?? [], rows)).map(([name]) => name))
}

/** Both are sorted. */
function isOther(before: readonly string[], after: readonly string[]): boolean {
  return before !== after && (before.length !== after.length || before.some((row, index) => row !== after[index]))
}

import type { PoolClient } from 'pg'
import type { Database } from '../../../platform/db/database.ts'
import { listWorkplaceTables, type WorkplaceTable } from '../workplace-tables.ts'
import type { HeldWorkplace } from './hold-workplace.ts'
import { beginRows, findFilled, findStanding, readRows, readStanding, sumRows, writeRows } from './moved-rows.ts'

/** The error for rows that are not the same in both databases after a copy. */
export class RowsDiffer extends Error {
  override readonly name = 'RowsDiffer'
}

export interface WorkplaceCopy {
  readonly source: Database
  readonly target: Database
  readonly held: Pick<HeldWorkplace, 'workplaceId' | 'check'>
  /** Whether the target is the first database, where the row of the workplace exists already. */
  readonly hasEntry: boolean
}

/** The result of a copy: the numbers of tables and rows. */
export interface Copied {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies all rows of a closed workplace from one database to another in which it has none, and compares their number and
 * digests, a table at a time. Both databases have the same tables (`refuseOtherTables`).
 *
 * @throws RowsDiffer when other rows arrived than were sent.
 */
export async function copyWorkplace({ source, target, held, hasEntry }: WorkplaceCopy): Promise<Copied> {
  const { workplaceId, check } = held
  const from = await source.pool.connect()
  const to = await target.pool.connect()
  try {
    const tables = await listWorkplaceTables(from)
    await copyMonths(from, target)
    await beginRows(from, workplaceId, 'reads')
    const closedAt = await findClosing(from, workplaceId)
    const filled = await findFilled(from, tables, workplaceId)
    let moves = await findStanding(to, workplaceId)
    let rows = 0
    for (const table of tables) {
      if (!filled.has(table.name)) continue
      await check()
      await beginRows(to, workplaceId, { moves })
      if (table.name === 'workplace') {
        rows += await copyEntry(from, to, workplaceId, hasEntry)
        moves = await readStanding(to, workplaceId)
      } else rows += await copyTable(from, to, table, workplaceId)
      await to.query('commit')
    }
    await from.query('commit')
    await beginRows(to, workplaceId, 'reads')
    const arrived = await findFilled(to, tables, workplaceId)
    await to.query('commit')
    const others = [...filled.symmetricDifference(arrived)]
    if (others.length > 0)
      throw new RowsDiffer(`Expected rows in the same tables of both databases, but not of ${others.join(', ')}.`)
    await beginRows(from, workplaceId, 'reads')
    if (closedAt === null || (await findClosing(from, workplaceId)) !== closedAt)
      throw new RowsDiffer('Expected the workplace to be closed during the whole copy, but it was open meanwhile.')
    await from.query('commit')
    return { tables: tables.length, rows }
  } finally {
    // A transaction that is still open goes with its connection.
    from.release(true)
    to.release(true)
  }
}

/** @returns since when the workplace is closed; null when it is open. */
async function findClosing(from: PoolClient, workplaceId: string): Promise<string | null> {
  const { rows } = await from.query<{ at: string | null }>(
    'select moving_at::text as at from workplace where workplace_id = $1',
    [workplaceId],
  )
  return rows[0]?.at ?? null
}

async function copyTable(
  from: PoolClient,
  to: PoolClient,
  table: WorkplaceTable,
  workplaceId: string,
): Promise<number> {
  const sent = await sumRows(from, table, workplaceId)
  await writeRows(to, table, {
    ...{ workplaceId, columns: table.columns, format: 'composite' },
    portions: readRows(from, table, { workplaceId, longest: sent.longest }),
  })
  const arrived = await sumRows(to, table, workplaceId)
  if (sent.rows !== arrived.rows || sent.digest !== arrived.digest)
    throw new RowsDiffer(
      `Expected the ${sent.rows} rows of ${table.name} to be the same in both databases, but there are ${arrived.rows}, or their content differs.`,
    )
  return sent.rows
}

/** The workplace itself is closed in its new database, and not the default one there: only the directory says that. */
async function copyEntry(from: PoolClient, to: PoolClient, workplaceId: string, hasEntry: boolean): Promise<number> {
  const { rows } = await from.query<{ row: string }>(
    'select to_json(w)::text as row from workplace w where workplace_id = $1',
    [workplaceId],
  )
  const values = [rows[0]?.row]
  if (hasEntry)
    await to.query(
      `update workplace w set name = r.name, exported_at = r.exported_at, suspended_at = r.suspended_at
        from json_populate_record(null::workplace, $1::json) r where w.workplace_id = r.workplace_id`,
      values,
    )
  else
    await to.query(
      `insert into workplace (workplace_id, reference, name, suspended_at, created_at, exported_at, moving_at)
        select workplace_id, reference, name, suspended_at, created_at, exported_at, now() from json_populate_record(null::workplace, $1::json)`,
      values,
    )
  return 1
}

/** Months of history have partitions of their own, also those in the past. */
async function copyMonths(from: PoolClient, target: Database): Promise<void> {
  const { rows } = await from.query<{ month: string }>(
    `select distinct replace(substring(relname from '_(\\d{4}_\\d{2})$'), '_', '-') || '-01' as month
      from pg_class where relispartition and relnamespace = current_schema()::regnamespace and relname ~ '_\\d{4}_\\d{2}$'`,
  )
  await target.withPlatformTransaction('move of a workplace', (tx) =>
    tx.commit([
      {
        name: 'history_partitions_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace history partitions', 0))`,
        values: [],
      },
      {
        name: 'history_partitions',
        text: 'select millrace_make_history_partitions(month) from unnest($1::date[]) month',
        values: [rows.map(({ month }) => month)],
      },
    ]),
  )
}

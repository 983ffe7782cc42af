import type { Database } from '../../platform/db/database.ts'

const monthsAhead = 3

/**
 * Creates the monthly history partitions for this month and the next ones. Can be repeated, also by concurrent
 * processes: later ones wait for the first.
 */
export async function makeHistoryPartitions(db: Database, now: Date): Promise<void> {
  const months = Array.from({ length: monthsAhead }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10),
  )
  await db.withPlatformTransaction('maintenance partitions', (tx) =>
    tx.commit([
      {
        name: 'history_partitions_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace history partitions', 0))`,
        values: [],
      },
      {
        name: 'history_partitions',
        text: 'select millrace_make_history_partitions(month) from unnest($1::date[]) month',
        values: [months],
      },
    ]),
  )
}

/**
 * Drops empty monthly partitions of history before the last month, which frees their disk space. A partition that
 * another transaction reads for long is dropped at a later call, because waiting for its lock would block all other
 * users of the table.
 */
export async function dropEmptyPartitions(db: Database, now: Date): Promise<void> {
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
  await db
    .withPlatformTransaction('maintenance partitions', (tx) =>
      tx.commit([
        { name: 'history_partitions_patience', text: `set local lock_timeout = '1s'`, values: [] },
        { name: 'history_partitions_drop', text: 'select millrace_drop_empty_history($1::date)', values: [before] },
      ]),
    )
    .catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error
    })
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

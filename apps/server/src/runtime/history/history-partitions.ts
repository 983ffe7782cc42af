import type { Database } from '../../platform/db/database.ts'

const monthsAhead = 3

/**
 * Makes the month partitions of history for this month and the next ones. Safe to repeat, also by several processes at
 * once: the second waits for the first and finds them there.
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

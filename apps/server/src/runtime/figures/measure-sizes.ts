import type { Database } from '../../platform/db/database.ts'

interface Context {
  readonly db: Database
  readonly clock: () => Date
  readonly zone: string
}

/**
 * Stores the sizes of today in bytes, and deletes figures older than a year. Files outside the database are not
 * counted.
 */
export async function measureSizes({ db, clock, zone }: Context): Promise<void> {
  await db.withPlatformTransaction('maintenance', (tx) =>
    tx.commit([
      {
        name: 'size_measure',
        text: `insert into daily_size as s (day, history, audit, files, rest)
          select ($1::timestamptz at time zone $2)::date, ${sizesSql}
          on conflict (day) do update set history = excluded.history, audit = excluded.audit, files = excluded.files, rest = excluded.rest`,
        values: [clock().toISOString(), zone],
      },
      {
        name: 'size_forget',
        text: `delete from daily_size where day < ($1::timestamptz at time zone $2)::date - 366`,
        values: [clock().toISOString(), zone],
      },
    ]),
  )
}

/** Bytes with indexes: history, audit, files and everything else. */
const sizesSql = `sum(size) filter (where name like 'history%'), sum(size) filter (where name like 'audit%'),
  sum(size) filter (where name in ('stored_file', 'upload_piece')), sum(size) filter (where name not like 'history%' and name not like 'audit%' and name not in ('stored_file', 'upload_piece'))
  from (select relname as name, pg_total_relation_size(oid) as size from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace) t`

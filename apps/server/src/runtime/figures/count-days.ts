import type { Database } from '../../platform/db/database.ts'

interface Context {
  readonly db: Database
  readonly clock: () => Date
  readonly zone: string
}

/** Days that are counted when nothing was counted before. */
const backwards = 30
const minuteMs = 60_000

/**
 * Counts for each workplace the instances that were started and that ended on each day: yesterday and today, or from the
 * last day that was counted. Called instances do not count. Figures never fall, also where history is removed.
 */
export async function countDays({ db, clock, zone }: Context): Promise<void> {
  const now = clock()
  const [rows] = await db.readPlatform((tx) =>
    tx.batch([
      {
        name: 'figure_days',
        text: `select to_char(today - 1, 'YYYY-MM-DD'), to_char(case when last is null then today - $3::int else greatest(least(last, today - 1), today - $3::int) end, 'YYYY-MM-DD')
          from (select ($1::timestamptz at time zone $2)::date as today, (select max(day) from daily_figure) as last) d`,
        values: [now.toISOString(), zone, backwards],
      },
    ]),
  )
  const [yesterday, from] = rows?.[0] ?? []
  if (yesterday == null || from == null) return
  try {
    await countFrom(db, { day: from, zone, now })
  } catch (error) {
    // A month of history may take longer than a statement may: then the figures begin yesterday.
    if (from === yesterday) throw error
    await countFrom(db, { day: yesterday, zone, now })
  }
}

async function countFrom(
  db: Database,
  { day, zone, now }: { readonly day: string; readonly zone: string; readonly now: Date },
): Promise<void> {
  await db.withPlatformTransaction('maintenance', (tx) =>
    tx.commit([{ name: 'figure_count', text: countSql, values: [day, zone, lowestId(day), now.toISOString()] }]),
  )
}

/**
 * SQL that counts the instances of a day. Running instances are found by their ids, which begin with the time of
 * creation.
 */
const countSql = `with ended as materialized (
    select workplace_id, started_at, ended_at from history_instance
      where ended_at >= ($1::date)::timestamp at time zone $2 and caller_instance_id is null),
  running as (
    select i.workplace_id, i.started_at from workplace w cross join lateral (
      select workplace_id, started_at from instance i where i.workplace_id = w.workplace_id and i.id >= $3::uuid and i.caller_instance_id is null) i),
  begun as (select workplace_id, (started_at at time zone $2)::date as day, count(*) as count
    from (select workplace_id, started_at from running union all select workplace_id, started_at from ended) s
    where started_at >= ($1::date)::timestamp at time zone $2 group by 1, 2),
  over as (select workplace_id, (ended_at at time zone $2)::date as day, count(*) as count from ended group by 1, 2),
  days as (select d::date as day from generate_series($1::date, ($4::timestamptz at time zone $2)::date, interval '1 day') d)
  insert into daily_figure as f (workplace_id, day, started, ended)
    select w.workplace_id, d.day, coalesce(b.count, 0), coalesce(o.count, 0) from workplace w cross join days d
      left join begun b on b.workplace_id = w.workplace_id and b.day = d.day
      left join over o on o.workplace_id = w.workplace_id and o.day = d.day
      where w.cell is null and w.moving_at is null
    on conflict (workplace_id, day) do update set started = greatest(f.started, excluded.started), ended = greatest(f.ended, excluded.ended)
      where f.started < excluded.started or f.ended < excluded.ended`

/** Returns the lowest id of a day, minus one day for time zones and different clocks of servers. */
function lowestId(day: string): string {
  const ms = Math.max(0, Date.parse(`${day}T00:00:00Z`) - 24 * 60 * minuteMs)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

import {
  type Dashboard,
  type DashboardCard,
  type DashboardLayout,
  dashboardCards,
  dashboardLimits,
  listLimits,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, toQuery } from '../../platform/list/sql.ts'

export interface DashboardQuery {
  readonly now: string
  readonly todayEnds: string
  readonly weekEnds: string
  readonly timeZone: string
  readonly days: number
}

/** Counts what the lists of tasks have: one row, each number up to one more than `listLimits.total`. */
export type CountTasks = (user: User, query: DashboardQuery) => Sql

type Counts = Record<keyof Dashboard['tasks'], number>

interface EndedRow {
  readonly key: string
  readonly name: string
  readonly day: string
  readonly completed: number
  readonly cancelled: number
}

interface Summary {
  readonly completed: number
  readonly completed_before: number
  readonly median: number | null
  readonly is_partial: boolean
}

/**
 * What the user's lists hold, in numbers, in one round trip: each number is that of a list, by the same rows and the same
 * window. Nothing of it grows with history: of his instances the newest are looked at, of tasks only up to a number.
 */
export async function getDashboard(
  db: Database,
  user: User,
  { query, countTasks }: { query: DashboardQuery; countTasks: CountTasks },
): Promise<Dashboard> {
  const [layout, [counts], live, [summary], byDay, durations] = await db.read(user, (tx) =>
    tx.queries(
      toQuery<{ cards: string[]; hidden: string[] }>(
        sql`select cards, hidden from dashboard_layout where workplace_id = ${user.workplaceId} and user_id = ${user.id}`,
      ),
      toQuery<Counts>(countTasks(user, query)),
      toQuery<{ key: string; name: string; count: number; incidents: number; oldest: Date }>(running(user)),
      toQuery<Summary>(summaryOf(user, query)),
      toQuery<EndedRow>(endedByDay(user, query)),
      toQuery<{ key: string; name: string; count: number; median: number }>(durationsOf(user, query)),
    ),
  )
  if (counts === undefined || summary === undefined) throw new Error('Expected a row of numbers, but there is none.')
  const total = listLimits.total
  const present = (count: number) => ({ total: Math.min(count, total), isCapped: count > total })
  const sumOf = (name: 'count' | 'incidents') => live.reduce((sum, row) => sum + row[name], 0)
  return {
    layout: completeLayout(layout[0]),
    tasks: Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, present(count)]),
    ) as Dashboard['tasks'],
    started: {
      running: sumOf('count'),
      incidents: sumOf('incidents'),
      completed: summary.completed,
      completedBefore: summary.completed_before,
      medianSeconds: summary.median,
      isPartial: summary.is_partial,
    },
    finished: byDay.map(({ day, completed, cancelled }) => ({ day, completed, cancelled })),
    durations: durations.map(({ key, name, count, median }) => ({ key, name, count, medianSeconds: median })),
    waiting: live
      .slice(0, dashboardLimits.processes)
      .map(({ key, name, count, oldest }) => ({ key, name, count, oldest: oldest.toISOString() })),
  }
}

/** With the cards that it does not name: they may have come since. */
function completeLayout(kept: { cards: string[]; hidden: string[] } | undefined): DashboardLayout {
  const known = (names: readonly string[]) => names.filter((name): name is DashboardCard => isCard(name))
  const cards = known(kept?.cards ?? [])
  return {
    cards: [...cards, ...dashboardCards.filter((card) => !cards.includes(card))],
    hidden: known(kept?.hidden ?? []),
  }
}

function isCard(name: string): boolean {
  return (dashboardCards as readonly string[]).includes(name)
}

/** The user's newest instances of a table, as the list of what he started has them. */
function newest({ workplaceId, username }: User, table: string, columns: Sql, more = 0): Sql {
  return sql`select ${columns} from ${sql.table(table)} where workplace_id = ${workplaceId} and start_user_id = ${username}
    and caller_instance_id is null order by started_at desc, id desc limit ${dashboardLimits.instances + more}`
}

function running(user: User): Sql {
  return sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name, count(*)::int as count, min(i.started_at) as oldest,
      count(*) filter (where exists (select from incident n where n.workplace_id = ${user.workplaceId} and n.root_id = i.root_id and n.instance_id = i.id))::int as incidents
    from (${newest(user, 'instance', sql`id, root_id, definition_id, started_at`)}) i
      join process_definition d on d.workplace_id = ${user.workplaceId} and d.id = i.definition_id
    group by d.key order by count desc, d.key`
}

function ended(user: User): Sql {
  return newest(user, 'history_instance', sql`definition_id, started_at, ended_at, outcome`)
}

/** Midnight at the beginning of the first day that is looked back to; today is one of the days. */
function firstMidnight({ now, timeZone, days }: DashboardQuery, times = 1): Sql {
  return sql`((date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - ${days * times - 1} * interval '1 day') at time zone ${timeZone})`
}

function summaryOf(user: User, query: DashboardQuery): Sql {
  const since = firstMidnight(query)
  const completed = sql`outcome <> 'deleted' and ended_at >= ${since}`
  return sql`select count(*) filter (where ${completed})::int as completed,
      count(*) filter (where outcome <> 'deleted' and ended_at < ${since} and ended_at >= ${firstMidnight(query, 2)})::int as completed_before,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) filter (where ${completed}))::float8 as median,
      (select count(*) > ${dashboardLimits.instances} from (${newest(user, 'history_instance', sql`id`, 1)}) m)
        or (select count(*) > ${dashboardLimits.instances} from (${newest(user, 'instance', sql`id`, 1)}) m) as is_partial
    from (${ended(user)}) e`
}

function endedByDay(user: User, query: DashboardQuery): Sql {
  const { now, timeZone, days } = query
  return sql`select to_char(g.day, 'YYYY-MM-DD') as day, count(e.ended_at) filter (where e.outcome <> 'deleted')::int as completed,
      count(e.ended_at) filter (where e.outcome = 'deleted')::int as cancelled
    from generate_series(date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - ${days - 1} * interval '1 day',
        date_trunc('day', ${now}::timestamptz at time zone ${timeZone}), interval '1 day') g (day)
      left join (${ended(user)}) e on date_trunc('day', e.ended_at at time zone ${timeZone}) = g.day
    group by g.day order by g.day`
}

function durationsOf(user: User, query: DashboardQuery): Sql {
  return sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name, count(*)::int as count,
      (percentile_cont(0.5) within group (order by extract(epoch from e.ended_at - e.started_at)))::float8 as median
    from (${ended(user)}) e join process_definition d on d.workplace_id = ${user.workplaceId} and d.id = e.definition_id
    where e.outcome <> 'deleted' and e.ended_at >= ${firstMidnight(query)}
    group by d.key order by count desc, d.key limit ${dashboardLimits.processes}`
}

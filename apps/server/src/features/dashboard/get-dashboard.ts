import { type Dashboard, dashboardLimits, dashboardRoles, listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, toQuery } from '../../platform/list/sql.ts'
import { involvedReaders, startingReaders } from '../../runtime/rights/instance-rights.ts'
import { completeLayout } from './complete-layout.ts'

export interface DashboardQuery {
  readonly now: string
  readonly todayEnds: string
  readonly weekEnds: string
  readonly timeZone: string
  readonly days: number
  /** The instances to count: those that the user started, or all that involve them. */
  readonly scope: 'started' | 'involved'
}

/** Counts the tasks in the lists of a user: one row, each number up to one more than `listLimits.total`. */
export type CountTasks = (user: Person, query: DashboardQuery) => Sql

type Counts = Record<keyof Dashboard['tasks'], number>

interface RunningRow {
  readonly key: string
  readonly name: string
  readonly count: number
  readonly incidents: number
  readonly oldest: Date
  readonly median_wait: number | null
}

interface EndedRow {
  readonly completed: number
  readonly completed_before: number
  readonly median: number | null
  readonly is_partial: boolean
  readonly by_day: readonly { readonly day: string; readonly completed: number; readonly cancelled: number }[]
  readonly durations: readonly {
    readonly key: string
    readonly name: string
    readonly count: number
    readonly median: number
  }[]
}

/**
 * Returns the figures of the user's lists in one round trip. Each figure has the same rows and the same limit as its
 * list, so the costs do not grow with the history: the newest running instances, the ended instances of the period, and
 * tasks up to a limit are counted.
 */
export async function getDashboard(
  db: Database,
  request: Request,
  { query, countTasks }: { query: DashboardQuery; countTasks: CountTasks },
): Promise<Dashboard> {
  const { user } = request
  const [layout, [counts], live, [summary]] = await db.read(request, (tx) =>
    tx.queries(
      toQuery<{ cards: string[]; hidden: string[]; is_own: boolean }>(layoutOf(user)),
      toQuery<Counts>(countTasks(user, query)),
      toQuery<RunningRow>(running(user, query)),
      toQuery<EndedRow>(ended(user, query)),
    ),
  )
  if (counts === undefined || summary === undefined) throw new Error('Expected a row of numbers, but there is none.')
  const total = listLimits.total
  const present = (count: number) => ({ total: Math.min(count, total), isCapped: count > total })
  const sumOf = (name: 'count' | 'incidents') => live.reduce((sum, row) => sum + row[name], 0)
  return {
    layout: completeLayout(layout[0]),
    isOwnLayout: layout[0]?.is_own === true,
    tasks: Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, present(count)]),
    ) as Dashboard['tasks'],
    started: {
      running: Math.min(sumOf('count'), dashboardLimits.instances),
      incidents: sumOf('incidents'),
      completed: summary.completed,
      completedBefore: summary.completed_before,
      medianSeconds: summary.median,
      isPartial: summary.is_partial || sumOf('count') > dashboardLimits.instances,
    },
    finished: summary.by_day.map(({ day, completed, cancelled }) => ({ day, completed, cancelled })),
    durations: summary.durations.map(({ key, name, count, median }) => ({ key, name, count, medianSeconds: median })),
    waiting: live.slice(0, dashboardLimits.processes).map(({ key, name, count, oldest, median_wait }) => ({
      ...{ key, name, count },
      oldest: oldest.toISOString(),
      medianWaitSeconds: median_wait,
    })),
  }
}

/** How the user has arranged it, else how it comes for the first of their roles for which somebody has said so. */
function layoutOf({ workplaceId, id, roles }: Person): Sql {
  return sql`select cards, hidden, true as is_own, 0 as place from dashboard_layout where workplace_id = ${workplaceId} and user_id = ${id}
    union all select cards, hidden, false, array_position(${[...dashboardRoles]}::text[], role) from role_dashboard
      where workplace_id = ${workplaceId} and role = any(${[...roles]}::text[])
    order by place limit 1`
}

/** Returns the readers in `instance_listing` of the counted instances. */
function readersOf(user: Person, { scope }: DashboardQuery): readonly string[] {
  return scope === 'started' ? startingReaders(user) : involvedReaders(user)
}

/**
 * The first instances of all readers by a moment, each once, and one more than is counted: reader by reader, what is
 * filed by the index of the moment, and the few that are not yet by their reader.
 */
function newest(user: Person, query: DashboardQuery, { moment, where }: { moment: Sql; where: Sql }): Sql {
  const columns = sql`l.instance_id, l.definition_id, l.started_at, l.ended_at, l.is_cancelled`
  const limit = dashboardLimits.instances + 1
  const part = (place: Sql) => sql`(select ${columns} from instance_listing l
    where l.workplace_id = ${user.workplaceId} and l.reader = c and ${place} and ${where} order by ${moment} desc, l.instance_id desc limit ${limit})`
  return sql`select * from (select distinct ${columns} from unnest(${[...readersOf(user, query)]}::text[]) c
      cross join lateral (${part(sql`l.is_filed`)} union all ${part(sql`not l.is_filed`)}) l) l
    order by ${moment} desc, l.instance_id desc limit ${limit}`
}

function running(user: Person, query: DashboardQuery): Sql {
  const instances = newest(user, query, { moment: sql`l.started_at`, where: sql`l.ended_at = 'infinity'` })
  return sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name, count(*)::int as count, min(i.started_at) as oldest,
      (percentile_cont(0.5) within group (order by extract(epoch from greatest(${query.now}::timestamptz - w.since, interval '0')))
        filter (where w.since is not null))::float8 as median_wait,
      count(*) filter (where i.instance_id in (select n.instance_id from incident n where n.workplace_id = ${user.workplaceId} and n.instance_id is not null))::int as incidents
    from (${instances}) i join process_definition d on d.workplace_id = ${user.workplaceId} and d.id = i.definition_id
      cross join lateral (select min(t.created_at) as since from task t where t.workplace_id = ${user.workplaceId} and t.root_id = i.instance_id) w
    group by d.key order by count desc, d.key`
}

/** Midnight at the beginning of the first day that is looked back to; today is one of the days. */
function firstMidnight({ now, timeZone, days }: DashboardQuery, times = 1): Sql {
  return sql`((date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - ${days * times - 1} * interval '1 day') at time zone ${timeZone})`
}

/**
 * Returns the query for instances that ended in the period and in the period before it: by day, by process, and in
 * total.
 */
function ended(user: Person, query: DashboardQuery): Sql {
  const { now, timeZone, days } = query
  const since = firstMidnight(query)
  const where = sql`l.ended_at < 'infinity' and l.ended_at >= ${firstMidnight(query, 2)}`
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${timeZone})`
  const completed = sql`not e.is_cancelled and e.ended_at >= ${since}`
  const median = sql`percentile_cont(0.5) within group (order by extract(epoch from e.ended_at - e.started_at))`
  return sql`with e as materialized (${newest(user, query, { moment: sql`l.ended_at`, where })})
    select (select count(*)::int from e where ${completed}) as completed,
      (select count(*)::int from e where not e.is_cancelled and e.ended_at < ${since}) as completed_before,
      (select (${median})::float8 from e where ${completed}) as median,
      (select count(*) > ${dashboardLimits.instances} from e) as is_partial,
      (select json_agg(n order by n.day) from (
        select to_char(g.day, 'YYYY-MM-DD') as day, count(e.ended_at) filter (where not e.is_cancelled)::int as completed,
          count(e.ended_at) filter (where e.is_cancelled)::int as cancelled
        from generate_series(${today} - ${days - 1} * interval '1 day', ${today}, interval '1 day') g (day)
          left join e on date_trunc('day', e.ended_at at time zone ${timeZone}) = g.day
        group by g.day) n) as by_day,
      (select coalesce(json_agg(n order by n.count desc, n.key), '[]') from (
        select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name, count(*)::int as count, (${median})::float8 as median
        from e join process_definition d on d.workplace_id = ${user.workplaceId} and d.id = e.definition_id
        where ${completed} group by d.key order by count desc, d.key limit ${dashboardLimits.processes}) n) as durations`
}

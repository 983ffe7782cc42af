import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { factsOf } from '../history/fact-sql.ts'
import { chooseWork, type TimesOfTasks } from './choose-work.ts'
import type { Sample } from './core/sample.ts'
import type { Spans } from './core/working-time.ts'
import { definitionsOf, type Measuring, measuredInstances, sampleOf, workBetween } from './measure-sql.ts'
import type { Measures } from './measures.ts'

interface Hours {
  readonly zone: string
  /** The working hours; null: day and night. */
  readonly spans: Spans | null
}

/** The completed tasks of all users that are measured at most: with more, a later part of the period is measured. */
const maxTasks = 200_000

/** Tasks from one moment on. */
interface MeasuringTasks extends Measuring {
  /** ISO 8601; null: no task of the process was completed. */
  readonly tasksFrom: string | null
}

const changed = factsOf('task-changed', 'f')

/**
 * Measures the work on user tasks, and the users who did it. History knows when a task was created, claimed and completed,
 * and not when a user began to work on it. What it knows is measured in working time:
 *
 * - A task that was there when its user completed another task, of any process, waited for this user: it is *queued*. Its
 *   work begins with that completion, or with a later claim.
 * - Any other task came while its user was idle. How long the user did not see it is unknown, unless the user claimed it.
 *
 * @param limit the completed tasks that are measured at most, of all users.
 */
export async function measureTasks(
  tx: Tx,
  period: Measuring,
  hours: Hours,
  limit: number = maxTasks,
): Promise<Pick<Measures, 'tasks' | 'staff'>> {
  const { from: tasksFrom, isShortened } = await findTasksFrom(tx, period, limit)
  const measuring = { ...period, tasksFrom }
  const times = await readTimes(tx, measuring, hours)
  return {
    tasks: times.map(({ key, grp, count, ...of }) => ({ elementId: key, group: grp, count, ...chooseWork(count, of) })),
    staff: { ...(await readStaff(tx, measuring, hours)), isShortened },
  }
}

/** The tasks of the measured instances, and the users who completed them. */
function ownTasks({ workplaceId, ids }: Measuring): RawBuilder<unknown> {
  return sql`over as materialized (${measuredInstances(ids)}),
    own as materialized (select t.ended_by, t.ended_at from over i join history_task t on t.workplace_id = ${workplaceId}::uuid and t.instance_id = i.id
      where t.reason = 'completed' and t.ended_by is not null),
    users as materialized (select distinct ended_by from own)`
}

/**
 * Finds the moment from which the tasks of the users are measured: the first completed task of the measured instances,
 * or the beginning of the last half, quarter and so on of that time that has few enough tasks. Each try reads the index
 * by users up to the limit, and the first that fits is the last.
 */
async function findTasksFrom(
  tx: Tx,
  measuring: Measuring,
  limit: number,
): Promise<{ readonly from: string | null; readonly isShortened: boolean }> {
  const workplaceId = sql`${measuring.workplaceId}::uuid`
  const to = sql`${measuring.to}::timestamptz`
  const [row] = await runSql<{ from: Date | null; halvings: number }>(
    tx,
    sql`with ${ownTasks(measuring)}
      select w.began as "from", k as halvings from (select min(ended_at) as began from own) f cross join generate_series(0, 24) k
        cross join lateral (select ${to} - (${to} - f.began) / 2 ^ k as began) w
        cross join lateral (select count(*) as n from (select from users u join history_task o on o.workplace_id = ${workplaceId} and o.ended_by = u.ended_by
          and o.reason = 'completed' and o.ended_at >= w.began and o.ended_at < ${to} limit ${limit + 1}) few) c
      where c.n <= ${limit} limit 1`,
  )
  return { from: row?.from?.toISOString() ?? null, isShortened: row === undefined || row.halvings > 0 }
}

/** The completed tasks of the users who completed measured ones, with their previous completion. */
function completedTasks(measuring: MeasuringTasks): RawBuilder<unknown> {
  const workplaceId = sql`${measuring.workplaceId}::uuid`
  return sql`${ownTasks(measuring)},
    completed as materialized (select o.id, o.instance_id, o.ended_by, o.task_key as key, coalesce(o.candidate_groups[1], '') as grp,
        o.definition_id = any(${definitionsOf(measuring)}) as is_own, o.created_at, o.ended_at,
        lag(o.ended_at) over (partition by o.ended_by order by o.ended_at, o.id) as previous
      from users u join history_task o on o.workplace_id = ${workplaceId} and o.ended_by = u.ended_by and o.reason = 'completed'
        and o.ended_at >= ${measuring.tasksFrom}::timestamptz and o.ended_at < ${measuring.to}::timestamptz)`
}

interface TimesRow extends TimesOfTasks {
  readonly key: string
  readonly grp: string
  readonly count: number
}

function readTimes(tx: Tx, measuring: MeasuringTasks, { spans }: Hours): Promise<TimesRow[]> {
  const time = (from: string, to: string) => workBetween(spans, sql.ref(from), sql.ref(to))
  const idle = sql`not is_queued`
  return runSql<TimesRow>(
    tx,
    sql`with ${completedTasks(measuring)},
        claims as (select c.*, coalesce(c.previous >= c.created_at, false) as is_queued, greatest(c.created_at, c.previous) as ready,
            (select max(f.at) from history_fact f where f.workplace_id = ${measuring.workplaceId}::uuid and f.instance_id = c.instance_id and f.subject_id = c.id
              and ${changed.is} and ${changed.text('operation')} in ('Claim', 'Assign') and f.at < c.ended_at) as claimed
          from over i join completed c on c.instance_id = i.id where c.is_own),
        done as materialized (select *, greatest(ready, claimed) as began from claims)
      select key, grp, count(*)::int as count, (count(*) filter (where is_queued))::int as "queuedCount",
        (count(*) filter (where ${idle} and claimed > ready))::int as "claimedCount",
        ${sampleOf(time('began', 'ended_at'), sql`is_queued`)} as "queuedWork",
        ${sampleOf(time('began', 'ended_at'), sql`is_queued or claimed > ready`)} as "knownWork",
        ${sampleOf(time('began', 'ended_at'), sql`true`)} as "allWork",
        ${sampleOf(time('ready', 'began'), sql`is_queued`)} as "queuedPause",
        ${sampleOf(time('created_at', 'ended_at'), idle)} as "idleTotal"
      from done group by 1, 2 order by 1, 2`,
  )
}

interface StaffRow {
  readonly from: string | null
  readonly days: number
  readonly users: Measures['staff']['users'] | null
  readonly elsewhere: Sample | null
  readonly queuedElsewhere: Sample | null
  readonly queuedCount: number
}

/** Tasks of other processes that waited for their user from which their work is known better than from all of them. */
const enough = 20

async function readStaff(
  tx: Tx,
  measuring: MeasuringTasks,
  { zone, spans }: Hours,
): Promise<Omit<Measures['staff'], 'isShortened'>> {
  const work = workBetween(spans, sql`greatest(created_at, previous)`, sql`ended_at`)
  const isQueued = sql`not is_own and previous >= created_at`
  const day = sql`(ended_at at time zone ${zone}::text)::date`
  const [row] = await runSql<StaffRow>(
    tx,
    sql`with ${completedTasks(measuring)},
        counts as (select ended_by, case when is_own then key end as key, case when is_own then grp else '' end as grp, count(*)::int as n from completed group by 1, 2, 3),
        of_users as (select ended_by, json_agg(json_build_object('elementId', key, 'group', grp, 'count', n)) as tasks from counts group by 1),
        days as (select ended_by, count(distinct ${day})::int as n from completed group by 1)
      select to_char(min(ended_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "from", count(distinct ${day})::int as days,
        (select json_agg(json_build_object('user', d.ended_by, 'days', d.n, 'tasks', u.tasks)) from days d join of_users u using (ended_by)) as users,
        ${sampleOf(work, sql`not is_own`)} as elsewhere, ${sampleOf(work, isQueued)} as "queuedElsewhere", (count(*) filter (where ${isQueued}))::int as "queuedCount"
      from completed`,
  )
  if (row === undefined) return { from: null, days: 0, users: [], elsewhere: null }
  const { from, days, users, elsewhere, queuedElsewhere, queuedCount } = row
  return { from, days, users: users ?? [], elsewhere: queuedCount >= enough ? queuedElsewhere : elsewhere }
}

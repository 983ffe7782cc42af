import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Times } from './core/model.ts'
import { definitionsOf, type MeasuredPeriod } from './measure-sql.ts'

/** The actual values of a period, which a prediction is compared with. Durations are milliseconds. */
export interface MeasuredPast {
  readonly from: string
  readonly to: string
  readonly started: number
  readonly ended: number
  readonly duration: Times
  /** From the creation of user tasks to their completion. */
  readonly tasks: readonly { readonly elementId: string; readonly took: Times }[]
}

/** Measures all instances of a process that started or ended in a period. Cancelled instances do not count as ended. */
export async function measurePast(tx: Tx, period: MeasuredPeriod): Promise<MeasuredPast> {
  const { workplaceId, from, to } = period
  const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = any(${definitionsOf(period)})`
  const started = sql`started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz`
  const ended = sql`ended_at >= ${from}::timestamptz and ended_at < ${to}::timestamptz and outcome <> 'deleted'`
  const took = sql`extract(epoch from ended_at - started_at) * 1000`
  const [counts] = await runSql<{ started: number; ended: number } & Times>(
    tx,
    sql`select (select count(*)::int from instance where ${isOf} and ${started})
          + (select count(*)::int from history_instance where ${isOf} and ended_at >= ${from}::timestamptz and ${started}) as started,
        count(*)::int as ended, avg(${took})::float8 as mean, percentile_cont(0.5) within group (order by (${took})::float8) as median,
        percentile_cont(0.95) within group (order by (${took})::float8) as p95
      from history_instance where ${isOf} and ${ended}`,
  )
  const tasks = await runSql<{ elementId: string } & Times>(
    tx,
    sql`with over as materialized (select id from history_instance where ${isOf} and ended_at >= ${from}::timestamptz),
        times as (select t.task_key as key, extract(epoch from t.ended_at - t.created_at) * 1000 as took from over i
          join history_task t on t.workplace_id = ${workplaceId}::uuid and t.instance_id = i.id
          where t.reason = 'completed' and t.ended_at >= ${from}::timestamptz and t.ended_at < ${to}::timestamptz)
      select key as "elementId", avg(took)::float8 as mean, percentile_cont(0.5) within group (order by took::float8) as median,
        percentile_cont(0.95) within group (order by took::float8) as p95 from times group by 1`,
  )
  const { mean, median, p95 } = counts ?? { mean: null, median: null, p95: null }
  return {
    ...{ from, to, started: counts?.started ?? 0, ended: counts?.ended ?? 0 },
    duration: { mean, median, p95 },
    tasks: tasks.map(({ elementId, ...times }) => ({ elementId, took: times })),
  }
}

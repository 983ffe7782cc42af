import { listWorkingSpans } from '@millrace/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Sample } from './core/sample.ts'
import { findWorkingHours } from './hours-of-week.ts'
import {
  definitionsOf,
  findMeasured,
  type MeasuredPeriod,
  type Measuring,
  measuredInstances,
  millisecondsBetween,
  sampleOf,
} from './measure-sql.ts'
import { measureTasks } from './measure-tasks.ts'
import type { MeasuredElement, Measures } from './measures.ts'

/** Measures the history of a process in a period, with one query for each measure. */
export async function measureProcess(tx: Tx, period: MeasuredPeriod, zone: string): Promise<Measures> {
  const ids = await findMeasured(tx, period)
  const measuring: Measuring = { ...period, ids }
  const started = await measureStarts(tx, period, zone)
  const completions = await measureCompletions(tx, measuring, zone)
  const calendar = findWorkingHours({ completions }, zone)
  return {
    ...{ from: period.from, to: period.to, ...started, completions, measured: ids.length },
    elements: await measureElements(tx, measuring),
    flows: await measureFlows(tx, measuring),
    repeats: await measureRepeats(tx, measuring),
    ...(await measureTasks(tx, measuring, {
      zone,
      spans: calendar && listWorkingSpans(calendar, Date.parse(period.from) - 366 * 86_400_000, Date.parse(period.to)),
    })),
  }
}

async function measureStarts(tx: Tx, period: MeasuredPeriod, zone: string) {
  const { workplaceId, from, to } = period
  const within = sql`started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz`
  const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = any(${definitionsOf(period)})`
  // Instances that started in the period have not ended before it, which the index by definition and end knows.
  const rows = await runSql<{ key: string | null; week_hour: number; count: number; first_at: Date }>(
    tx,
    sql`with began as (select started_at, start_element_key from instance where ${isOf} and ${within}
        union all select started_at, start_element_key from history_instance where ${isOf} and ended_at >= ${from}::timestamptz and ${within})
      select start_element_key as key, ${weekHourOf('started_at', zone)} as week_hour, count(*)::int as count, min(started_at) as first_at from began group by 1, 2`,
  )
  const starts = new Map<string | null, number>()
  const arrivals = emptyWeek()
  for (const { key, week_hour, count } of rows) {
    starts.set(key, (starts.get(key) ?? 0) + count)
    arrivals[week_hour] = (arrivals[week_hour] ?? 0) + count
  }
  const first = rows.map(({ first_at }) => first_at.getTime())
  return {
    firstAt: first.length === 0 ? null : new Date(Math.min(...first)).toISOString(),
    started: rows.reduce((sum, { count }) => sum + count, 0),
    starts: [...starts].map(([elementId, count]) => ({ elementId, count })),
    arrivals,
  }
}

async function measureCompletions(tx: Tx, period: Measuring, zone: string): Promise<number[]> {
  const { workplaceId } = period
  const rows = await runSql<{ week_hour: number; count: number }>(
    tx,
    sql`with over as materialized (${measuredInstances(period.ids)})
      select ${weekHourOf('t.ended_at', zone)} as week_hour, count(*)::int as count
      from over i join history_task t on t.workplace_id = ${workplaceId}::uuid and t.instance_id = i.id
      where t.reason = 'completed' and t.ended_by is not null group by 1`,
  )
  const week = emptyWeek()
  for (const { week_hour, count } of rows) week[week_hour] = count
  return week
}

async function measureElements(tx: Tx, period: Measuring): Promise<MeasuredElement[]> {
  const took = millisecondsBetween(sql`e.started_at`, sql`e.ended_at`)
  const isRun = sql`e.loop is distinct from 'body'`
  const rows = await runSql<{ key: string; entered: number; took: Sample | null; cancelled_after: Sample | null }>(
    tx,
    sql`with over as materialized (${measuredInstances(period.ids)})
      select e.element_key as key, (count(*) filter (where e.loop is distinct from 'run'))::int as entered,
        ${sampleOf(took, sql`${isRun} and not e.is_cancelled`)} as took, ${sampleOf(took, sql`e.loop is distinct from 'run' and e.is_cancelled`)} as cancelled_after
      from over i join history_element e on e.workplace_id = ${period.workplaceId}::uuid and e.instance_id = i.id group by 1`,
  )
  return rows.map(({ key, entered, took, cancelled_after }) => ({
    ...{ elementId: key, entered, took, cancelledAfter: cancelled_after },
  }))
}

function measureFlows(tx: Tx, period: Measuring): Promise<{ flowId: string; count: number }[]> {
  return runSql(
    tx,
    sql`with over as materialized (${measuredInstances(period.ids)})
      select e.flow_key as "flowId", count(*)::int as count from over i join history_element e on e.workplace_id = ${period.workplaceId}::uuid and e.instance_id = i.id
      where e.flow_key is not null and e.loop is distinct from 'run' group by 1`,
  )
}

function measureRepeats(tx: Tx, period: Measuring): Promise<{ elementId: string; times: Sample }[]> {
  return runSql(
    tx,
    sql`with over as materialized (${measuredInstances(period.ids)}),
        times as (select e.element_key as key, e.parent_id, count(*) as times from over i join history_element e on e.workplace_id = ${period.workplaceId}::uuid and e.instance_id = i.id
          where e.loop = 'run' group by 1, 2)
      select key as "elementId", ${sampleOf(sql`times`, sql`true`)} as times from times group by 1`,
  )
}

function weekHourOf(column: string, zone: string) {
  const local = sql`${sql.ref(column)} at time zone ${zone}::text`
  return sql`((extract(isodow from ${local}) - 1) * 24 + extract(hour from ${local}))::int`
}

function emptyWeek(): number[] {
  return Array.from({ length: 168 }, () => 0)
}

import { type ReportPeriod, type ReportUnit, reportLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findDefinition } from './definition-queries.ts'

interface Asked {
  readonly id: string
  readonly unit: ReportUnit
  readonly from: string
  readonly to: string
  readonly versions: 'all' | 'one'
}

/** Counts and times the instances of a process by the week, month or quarter in which they started and ended. */
export function getReport(
  { db, zone }: Runtime,
  request: Request,
  { id, unit, from, to, versions }: Asked,
): Promise<{ items: ReportPeriod[] }> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    const definition = await findDefinition(tx, workplaceId, id)
    if (definition === null) throw noSuchProcess()
    const ids =
      versions === 'one'
        ? sql`array[${id}::uuid]`
        : sql`array(select d.id from process_definition d where d.workplace_id = ${workplaceId}::uuid and d.key = ${definition.key} and coalesce(d.tenant_id, '') = coalesce(${definition.tenant_id}::text, ''))`
    const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = any(${ids})`
    const periodOf = (column: string) =>
      sql`to_char(date_trunc(${unit}::text, ${sql.ref(column)} at time zone ${zone}::text), 'YYYY-MM-DD')`
    const within = (column: string) =>
      sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`
    // What started in the period has not ended before it, which the index by definition and end knows.
    const items = await runSql<ReportPeriod>(
      tx,
      sql`with began as (select ${periodOf('started_at')} as period from instance where ${isOf} and ${within('started_at')}
            union all select ${periodOf('started_at')} from history_instance where ${isOf} and ended_at >= ${from}::timestamptz and ${within('started_at')}),
          started as (select period, count(*)::int as started from began group by 1),
          over as (select ${periodOf('ended_at')} as period, outcome, extract(epoch from ended_at - started_at) * 1000 as took from history_instance where ${isOf} and ${within('ended_at')}),
          ended as (select period, count(*)::int as ended, (count(*) filter (where outcome = 'deleted'))::int as cancelled, min(took) as minimum, max(took) as maximum, avg(took) as average,
            percentile_cont(array[0.5, 0.95]) within group (order by took) as times from over group by 1)
        select period, coalesce(started, 0) as started, coalesce(ended, 0) as ended, coalesce(cancelled, 0) as cancelled,
          round(minimum)::float8 as minimum, round(maximum)::float8 as maximum, round(average)::float8 as average, round(times[1])::float8 as median, round(times[2])::float8 as p95
        from started full join ended using (period) order by period desc limit ${reportLimits.periods}`,
    )
    return { items }
  })
}

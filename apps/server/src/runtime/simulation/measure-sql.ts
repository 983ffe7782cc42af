import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Sample } from './core/sample.ts'
import { type Spans, sumUp } from './core/working-time.ts'

/** The ended instances that are measured at most, the newest of a period. */
const maxMeasured = 10_000

/** All versions of a process of a tenant, and a period. */
export interface MeasuredPeriod {
  readonly workplaceId: string
  readonly key: string
  readonly tenantId: string | null
  /** ISO 8601. */
  readonly from: string
  readonly to: string
}

/** A period with the measured instances. */
export interface Measuring extends MeasuredPeriod {
  readonly ids: readonly string[]
}

export function definitionsOf({ workplaceId, key, tenantId }: MeasuredPeriod) {
  return sql`array(select d.id from process_definition d where d.workplace_id = ${workplaceId}::uuid and d.key = ${key} and coalesce(d.tenant_id, '') = coalesce(${tenantId}::text, ''))`
}

/** Finds the newest instances that ended in the period and were not cancelled. An index has them for each version. */
export async function findMeasured(tx: Tx, period: MeasuredPeriod): Promise<readonly string[]> {
  const { workplaceId, from, to } = period
  const rows = await runSql<{ id: string }>(
    tx,
    sql`select i.id from unnest(${definitionsOf(period)}) d (id) cross join lateral (
        select h.id, h.ended_at from history_instance h where h.workplace_id = ${workplaceId}::uuid and h.definition_id = d.id
          and h.ended_at >= ${from}::timestamptz and h.ended_at < ${to}::timestamptz and h.outcome <> 'deleted' order by h.ended_at desc limit ${maxMeasured}) i
      order by i.ended_at desc limit ${maxMeasured}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the SQL of the measured instances as rows with an id. */
export function measuredInstances(ids: readonly string[]) {
  return sql`select unnest(${[...ids]}::uuid[]) as id`
}

const quantiles = sql`(select array_agg(g / 100.0::float8 order by g) from generate_series(0, 100) g)`

/** Returns the SQL of the distribution of an expression, as JSON of `{ quantiles, mean }`. Null without rows. */
export function sampleOf(value: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<Sample | null> {
  return sql`case when count(*) filter (where ${condition}) > 0 then json_build_object('quantiles', percentile_cont(${quantiles}) within group (order by (${value})::float8) filter (where ${condition}),
    'mean', avg((${value})::float8) filter (where ${condition})) end`
}

export function millisecondsBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>) {
  return sql`extract(epoch from ${to} - ${from}) * 1000`
}

/**
 * Returns the SQL of the working time between two times, in milliseconds: the difference of the sums of all working
 * hours up to each time.
 *
 * @param spans the working hours; null: day and night.
 */
export function workBetween(spans: Spans | null, from: RawBuilder<unknown>, to: RawBuilder<unknown>) {
  if (spans === null) return sql`greatest(0, ${millisecondsBetween(from, to)})`
  const { starts, before } = sumUp(spans)
  const ends = spans.map(([, end]) => end)
  const until = (at: RawBuilder<unknown>) => {
    const time = sql`(extract(epoch from ${at}) * 1000)::float8`
    const index = sql`width_bucket(${time}, h.starts)`
    return sql`coalesce(h.before[${index}] + least(${time}, h.ends[${index}]) - h.starts[${index}], 0)`
  }
  const hours = sql`(select ${starts}::float8[] as starts, ${before}::float8[] as before, ${ends}::float8[] as ends) h`
  return sql`(select greatest(0, ${until(to)} - ${until(from)}) from ${hours})`
}

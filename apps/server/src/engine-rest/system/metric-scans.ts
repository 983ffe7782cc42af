import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { Sql } from '../query/filters.ts'

const evaluation = factsOf('decision-evaluated')
const ended = factsOf('job-ended')
const failed = factsOf('job-failed')

/** One reading of a table: all metrics that its rows count for, as `at`, `name` and `count`. */
interface Scan {
  readonly names: readonly string[]
  /** Given the names that are asked for. */
  readonly rows: (names: readonly string[]) => Sql
}

const starts = ['activity-instance-start', 'flow-node-instances']
const roots = ['root-process-instance-start', 'process-instances']
const evaluations = ['executed-decision-instances', 'decision-instances']

/** A row of a table for each of its metrics. */
function scan(names: readonly string[], table: Sql, timeOf: (name: string) => Sql, where: Sql = sql`true`): Scan {
  return {
    names,
    rows: (asked) => {
      const own = names.filter((name) => asked.includes(name))
      const values = own.map((name) => sql`(${name}::text, ${timeOf(name)})`)
      return sql`select f.workplace_id, n.at, n.name, 1 as count from ${table} f cross join lateral (values ${sql.join(values)}) n (name, at) where ${where} and n.at is not null`
    },
  }
}

/** The queries of metrics that are counted when they are requested. Each table is read once. */
export const scans: readonly Scan[] = [
  scan(starts, sql`element`, () => sql`f.started_at`, sql`f.state not in ('before', 'compensable')`),
  scan([...starts, 'activity-instance-end'], sql`history_element`, (name) =>
    name === 'activity-instance-end' ? sql`f.ended_at` : sql`f.started_at`,
  ),
  scan(roots, sql`instance`, () => sql`f.started_at`, sql`f.caller_instance_id is null`),
  scan(roots, sql`history_instance`, () => sql`f.started_at`, sql`f.caller_instance_id is null`),
  scan(
    [...evaluations, 'job-successful', 'job-failed'],
    sql`history_fact`,
    (name) => {
      if (name === 'job-failed') return sql`case when ${failed.is} then f.at end`
      if (name === 'job-successful')
        return sql`case when ${ended.is} and ${ended.text('outcome')} = 'done' then f.at end`
      return sql`case when ${evaluation.is} then f.at end`
    },
    sql`f.kind in ('decision-evaluated', 'job-ended', 'job-failed')`,
  ),
  removals(),
]

/** Counts the rows that the clean-up removed, from its runs. */
function removals(): Scan {
  const columns = {
    'history-cleanup-removed-process-instances': sql`f.instances`,
    'history-cleanup-removed-decision-instances': sql`f.decisions`,
    'history-cleanup-removed-batch-operations': sql`f.batches`,
  }
  return {
    names: Object.keys(columns),
    rows: (asked) => {
      const own = Object.entries(columns).filter(([name]) => asked.includes(name))
      const values = own.map(([name, column]) => sql`(${name}::text, ${column})`)
      return sql`select f.workplace_id, f.started_at as at, n.name, n.count from history_cleanup f cross join lateral (values ${sql.join(values)}) n (name, count) where n.count > 0`
    },
  }
}

const metricNames: ReadonlySet<string> = new Set(scans.flatMap(({ names }) => names))

/** Returns the SQL of `at`, `name` and `count` of the requested metrics; null when none of them exists. */
export function readMetrics(asked: readonly string[] | null): Sql | null {
  const names = asked ?? [...metricNames]
  const wanted = scans.filter((one) => one.names.some((name) => names.includes(name)))
  if (wanted.length === 0) return null
  return sql.join(
    wanted.map(({ rows }) => rows(names)),
    sql` union all `,
  )
}

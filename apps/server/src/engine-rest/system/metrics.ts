import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { readPage } from '../query/read-page.ts'
import { readBoolean, readDate, readLong } from '../query/read-parameter.ts'
import { readMetrics } from './metric-scans.ts'

/**
 * `GET /metrics/{metrics-name}/sum`: returns the sum of a metric. Each task worker is counted once, regardless of its
 * tasks.
 */
export async function sumMetric(call: Call): Promise<unknown> {
  const name = call.path.name ?? ''
  const { workplaceId } = call.actor
  const span = spanOf(call, sql`m.at`)
  const isOfWorkers = name === 'unique-task-workers' || name === 'task-users'
  const workers = sql`(select workplace_id, assignee, created_at as at from task where assignee is not null union all select workplace_id, assignee, ended_at from history_task where assignee is not null)`
  const source = readMetrics([name])
  if (source === null && !isOfWorkers) return { result: 0 }
  const count = isOfWorkers ? sql`count(distinct m.assignee)` : sql`coalesce(sum(m.count), 0)::float8`
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ result: number }>(
      tx,
      sql`select ${count} as result from ${isOfWorkers ? workers : sql`(${source})`} m where m.workplace_id = ${workplaceId}::uuid${span}`,
    ),
  )
  return row
}

const longestPage = 200

/** `GET /metrics`: returns the sums of metrics in each interval, the newest first. */
export async function listMetrics(call: Call): Promise<unknown> {
  const { name, interval } = call.query
  const { workplaceId } = call.actor
  const seconds = interval === undefined ? 900 : (readLong(interval, { name: 'interval', origin: 'query' }) ?? 900)
  if (seconds < 1) throw invalid('Expected interval to be at least one second.')
  const source = readMetrics(name === undefined ? null : [name])
  if (source === null) return []
  const isTogether = readBoolean(call.query.aggregateByReporter ?? '', { name: 'aggregateByReporter', origin: 'query' })
  const { firstResult, maxResults } = readPage(call.query)
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ timestamp: Date; name: string; value: number }>(
      tx,
      sql`select to_timestamp(floor(extract(epoch from m.at) / ${seconds}) * ${seconds}) as timestamp, m.name, sum(m.count)::float8 as value
        from (${source}) m where m.workplace_id = ${workplaceId}::uuid${spanOf(call, sql`m.at`)}
        group by 1, 2 order by 1 desc, 2 limit ${Math.min(maxResults ?? longestPage, longestPage)} offset ${firstResult}`,
    ),
  )
  return rows.map((row) => ({ ...row, reporter: isTogether === true ? null : 'MILLRACE' }))
}

function spanOf({ query }: Call, at: Sql): Sql {
  const [from, to] = [dateOf(query.startDate, 'startDate'), dateOf(query.endDate, 'endDate')]
  return sql`${from === null ? sql`` : sql` and ${at} >= ${from}`}${to === null ? sql`` : sql` and ${at} < ${to}`}`
}

function dateOf(text: string | undefined, name: string): Date | null {
  return text === undefined ? null : readDate(text, { name, origin: 'query' })
}

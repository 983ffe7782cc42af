import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { readPage, runSql } from '../query/list-query.ts'
import { readBoolean, readDate, readLong } from '../query/read-parameter.ts'

const evaluation = factsOf('decision-evaluated')
const ended = factsOf('job-ended')
const failed = factsOf('job-failed')

const begunElements = sql`(select workplace_id, started_at as at from element where state not in ('before', 'compensable') union all select workplace_id, started_at from history_element)`
const begunRoots = sql`(select workplace_id, started_at as at from instance where caller_instance_id is null union all select workplace_id, started_at from history_instance where caller_instance_id is null)`
const evaluated = sql`(select f.workplace_id, f.at from history_fact f where ${evaluation.is})`

/**
 * What Camunda counts beside its work is counted here when it is asked for, from history: when each thing happened, as `at`.
 * What history does not know has no source, and is 0.
 */
const sources: Readonly<Record<string, Sql | null>> = {
  'activity-instance-start': begunElements,
  'flow-node-instances': begunElements,
  'activity-instance-end': sql`(select workplace_id, ended_at as at from history_element)`,
  'root-process-instance-start': begunRoots,
  'process-instances': begunRoots,
  'executed-decision-instances': evaluated,
  'decision-instances': evaluated,
  'executed-decision-elements': null,
  'job-successful': sql`(select f.workplace_id, f.at from history_fact f where ${ended.is} and ${ended.text('outcome')} = 'done')`,
  'job-failed': sql`(select f.workplace_id, f.at from history_fact f where ${failed.is})`,
  'job-acquisition-attempt': null,
  'job-acquired-success': null,
  'job-acquired-failure': null,
  'job-execution-rejected': null,
  'job-locked-exclusive': null,
  'history-cleanup-removed-process-instances': removed(sql`instances`),
  'history-cleanup-removed-case-instances': null,
  'history-cleanup-removed-decision-instances': removed(sql`decisions`),
  'history-cleanup-removed-batch-operations': removed(sql`batches`),
  'history-cleanup-removed-task-metrics': null,
  'unique-task-workers': null,
  'task-users': null,
}

/** `GET /metrics/{metrics-name}/sum`. Task workers are counted once each, whatever they did. */
export async function sumMetric(call: Call): Promise<unknown> {
  const name = call.path.name ?? ''
  const { workplaceId } = call.actor
  const span = spanOf(call, sql`m.at`)
  const isOfWorkers = name === 'unique-task-workers' || name === 'task-users'
  const workers = sql`(select workplace_id, assignee, created_at as at from task where assignee is not null union all select workplace_id, assignee, ended_at from history_task where assignee is not null)`
  const source = Object.hasOwn(sources, name) ? sources[name] : null
  if (source == null && !isOfWorkers) return { result: 0 }
  const count = isOfWorkers ? sql`count(distinct m.assignee)` : sql`count(*)`
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ result: number }>(
      tx,
      sql`select ${count} as result from ${isOfWorkers ? workers : source} m where m.workplace_id = ${workplaceId}::uuid${span}`,
    ),
  )
  return row
}

const longestPage = 200

/** `GET /metrics`: how many there were in each span of time, the newest first. */
export async function listMetrics(call: Call): Promise<unknown> {
  const { name, interval } = call.query
  const { workplaceId } = call.actor
  const seconds = interval === undefined ? 900 : (readLong(interval, { name: 'interval', origin: 'query' }) ?? 900)
  if (seconds < 1) throw invalid('Expected interval to be at least one second.')
  const wanted = Object.entries(sources).filter(
    ([one, source]) => source !== null && (name === undefined || one === name),
  )
  if (wanted.length === 0) return []
  const isTogether = readBoolean(call.query.aggregateByReporter ?? '', { name: 'aggregateByReporter', origin: 'query' })
  const all = wanted.map(([one, source]) => sql`select workplace_id, at, ${one}::text as name from ${source} x`)
  const { firstResult, maxResults } = readPage(call.query)
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ timestamp: Date; name: string; value: number }>(
      tx,
      sql`select to_timestamp(floor(extract(epoch from m.at) / ${seconds}) * ${seconds}) as timestamp, m.name, count(*) as value
        from (${sql.join(all, sql` union all `)}) m where m.workplace_id = ${workplaceId}::uuid${spanOf(call, sql`m.at`)}
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

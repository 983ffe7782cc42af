import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ResultRows, Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { CallMeter } from '../servers/call-meter.ts'
import type { ThreadFigures } from '../threads/create-threads.ts'

export interface MetricsOptions {
  /** The token in `Authorization: Bearer …`. */
  readonly token: string
  readonly db: Pick<Database, 'readEverywhere' | 'counts'>
  readonly threads: { readonly figures: ThreadFigures }
  readonly meter: CallMeter | undefined
  readonly clock: () => Date
  readonly version: string
}

/** The maximum number of jobs that are counted. */
const maxJobs = 10_000

/** Serves `/metrics` in the text format of Prometheus 0.0.4 to callers with the token; 401 to others. */
export function addMetrics(app: FastifyInstance, { token, db, threads, meter, clock, version }: MetricsOptions): void {
  const isToken = createComparison(token)
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    if (!isToken(given)) return reply.code(401).header('www-authenticate', 'Bearer').send()
    const startedAt = performance.now()
    const [jobs, incidents] = await Promise.all([countDueJobs(db, clock()), countIncidents(db)])
    const databaseMs = performance.now() - startedAt
    const calls = meter?.figures() ?? null
    const { held, waiting } = db.counts()
    const { threads: open, running, waiting: queued } = threads.figures
    const lines = [
      gauge('millrace_info', 'The version that runs.', [[`{version="${version.replaceAll(/["\\\n]/g, '_')}"}`, 1]]),
      gauge('millrace_memory_bytes', 'Memory of the process.', [['', process.memoryUsage.rss()]]),
      gauge('millrace_uptime_seconds', 'Time since the start of the process.', [['', process.uptime()]]),
      gauge('millrace_calls_per_minute', 'Calls answered in the last minute.', [['', calls?.count ?? 0]]),
      gauge(
        'millrace_call_p99_seconds',
        'Time within which 99 of 100 calls of the last minute were answered.',
        calls?.p99 == null ? [] : [['', calls.p99 / 1000]],
      ),
      gauge('millrace_database_answer_seconds', 'Time until the database answered this question.', [
        ['', databaseMs / 1000],
      ]),
      gauge('millrace_database_connections', 'Connections to the database in use.', [['', held]]),
      gauge('millrace_database_waiting', 'Round trips that wait for a connection.', [['', waiting]]),
      gauge('millrace_threads', 'Threads by state.', [
        ['{state="open"}', open],
        ['{state="running"}', running],
      ]),
      gauge('millrace_thread_tasks_waiting', 'Tasks that wait for a thread.', [['', queued]]),
      gauge(
        'millrace_jobs_due',
        `Jobs of the installation that are due and have not begun, counted up to ${maxJobs}.`,
        jobs.map(({ sort, count }) => [`{sort="${sort}"}`, count]),
      ),
      gauge(
        'millrace_jobs_lag_seconds',
        'Time that the first of them has waited.',
        jobs.map(({ sort, lag }) => [`{sort="${sort}"}`, lag]),
      ),
      gauge('millrace_incidents_open', 'Open incidents of the installation by type.', incidents),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(lines.join(''))
  })
}

/** Creates a comparison with the token whose duration does not depend on the given text. */
function createComparison(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const own = digest(token)
  return (given) => timingSafeEqual(own, digest(given))
}

function gauge(name: string, help: string, samples: readonly (readonly [labels: string, value: number])[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

/** Types that workers make up count together: each would be a series of its own. */
const incidentTypes = ['failedJob', 'answerUnknown', 'failedExternalTask', 'failedStep'] as const

/** Counts open incidents, from the counts of their causes. */
async function countIncidents(db: MetricsOptions['db']): Promise<(readonly [labels: string, value: number])[]> {
  const rows = await readRows(db, {
    name: 'metrics_incidents',
    text: `select case when type = any($1::text[]) then type else 'other' end, sum(open_count)
      from incident_group where open_count > 0 group by 1`,
    values: [incidentTypes],
  })
  return [...incidentTypes, 'other'].map((type) => {
    const counts = rows.filter(([found]) => found === type).map(([, count]) => Number(count))
    return [`{type="${type}"}`, counts.reduce((total, count) => total + count, 0)]
  })
}

const sorts = ['step', 'work', 'mail'] as const

async function countDueJobs(db: MetricsOptions['db'], now: Date) {
  const rows = await readRows(db, {
    name: 'metrics_jobs',
    text: `select case when kind in ('work', 'mail') then kind when kind = 'directory' then 'work' else 'step' end, count(*), greatest(0, extract(epoch from $1::timestamptz - min(free_at)))
      from (select kind, free_at from job where free_at <= $1::timestamptz and retries > 0 and not is_suspended order by free_at limit ${maxJobs}) d group by 1`,
    values: [now.toISOString()],
  })
  return sorts.map((sort) => {
    const found = rows.filter(([name]) => name === sort)
    const count = found.reduce((total, [, some]) => total + Number(some), 0)
    return { sort, count, lag: Math.max(0, ...found.map(([, , lag]) => Number(lag))) }
  })
}

/** Of all databases that answer. */
async function readRows(db: MetricsOptions['db'], statement: Statement): Promise<ResultRows> {
  const found = await db.readEverywhere((tx) => tx.batch([statement]), { leavesOut: true })
  return found.flatMap(([rows = []]) => rows)
}

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { CallFigures } from './call-meter.ts'

export interface HeartbeatOptions {
  readonly db: Pick<Database, 'withPlatformTransaction'>
  readonly roles: { readonly web: boolean; readonly worker: boolean }
  readonly version: string
  /** Whether the server refuses changes of workplaces that are being moved to another database. */
  readonly refusesMoved?: boolean
  readonly measure: () => CallFigures
  readonly everyMs?: number
}

export interface Heartbeat {
  /** Removes the row of this server. */
  stop(): Promise<void>
}

/** How long the end of a server waits for its row to go. */
const patienceMs = 2_000

/** Rows of servers that died are shown for a day. */
const forgotten = '1 day'

/**
 * Starts the heartbeat of this server, which reports every ten seconds that it lives, and its state. Times are
 * PostgreSQL's.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { db, measure, everyMs = 10_000 } = options
  const id = randomUUID()
  let answerMs: number | null = null
  // A sign of life that does not arrive is the sign that others need.
  const send = (statements: readonly Statement[]) =>
    db
      .withPlatformTransaction('heartbeat', (tx) => tx.commit(statements))
      .then(
        () => undefined,
        () => undefined,
      )
  const beat = async () => {
    const startedAt = performance.now()
    await send([beatOf(id, options, { ...measure(), answerMs }), forget])
    answerMs = performance.now() - startedAt
  }
  await beat()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      const removed = beating.then(() =>
        send([{ name: 'server_remove', text: 'delete from server where id = $1', values: [id] }]),
      )
      // Where the database is away the row stays, and is forgotten.
      await Promise.race([removed, sleep(patienceMs, undefined, { ref: false })])
    },
  }
}

const forget: Statement = {
  name: 'server_forget',
  text: `delete from server where seen_at < now() - interval '${forgotten}'`,
  values: [],
}

function beatOf(
  id: string,
  { roles, version, refusesMoved = false }: HeartbeatOptions,
  { count, p99, answerMs }: CallFigures & { readonly answerMs: number | null },
): Statement {
  const does = [roles.web ? 'web' : '', roles.worker ? 'worker' : ''].filter((one) => one !== '').join(',')
  return {
    name: 'server_beat',
    text: `insert into server (id, host, process_id, roles, version, started_at, seen_at, memory, calls, calls_p99, database_answer, refuses_moved)
      values ($1, $2, $3, $4, $5, now(), now(), $6, $7, $8, $9, $10)
      on conflict (id) do update set seen_at = now(), memory = $6, calls = $7, calls_p99 = $8, database_answer = $9`,
    values: [id, hostname(), process.pid, does, version, process.memoryUsage.rss(), count, p99, answerMs, refusesMoved],
  }
}

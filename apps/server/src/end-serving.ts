import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Worker } from './jobs/worker.ts'
import type { Listening } from './platform/http/listen.ts'
import type { Threads } from './platform/threads/create-threads.ts'

/** The started parts of a server. */
export interface Serving {
  readonly threads: Pick<Threads, 'close'>
  app: FastifyInstance | null
  listening: Pick<Listening, 'close'> | null
  worker: Worker | null
  /** Writes what is kept for a moment, such as the log of calls of external systems. */
  flush: (() => Promise<void>) | null
}

/** How long calls that are being answered may take to their end. Some wait for work, and would for minutes. */
const callGraceMs = 5000

/**
 * Ends the parts of a server concurrently. It does not wait for long computations in threads: their jobs are handed
 * back, and a worker that still runs would claim them again. After it returns or throws, nothing uses the database.
 */
export async function endServing(
  { threads, app, listening, worker, flush }: Serving,
  graceMs = callGraceMs,
): Promise<void> {
  const closed = () => Promise.all([listening?.close(), app?.close()])
  const ends = [worker?.stop(), threads.close(), app === null ? undefined : closeApp(app, closed(), graceMs)]
  const ended = await Promise.allSettled(ends)
  // Only now nothing is added any more.
  await flush?.()
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function closeApp(app: FastifyInstance, closing: Promise<unknown>, graceMs: number): Promise<void> {
  const grace = new AbortController()
  const closed = closing.finally(() => grace.abort())
  await sleep(graceMs, undefined, { ref: false, signal: grace.signal }).catch(() => {})
  app.server.closeAllConnections()
  await closed
}

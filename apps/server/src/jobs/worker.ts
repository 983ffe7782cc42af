import { setTimeout as sleep } from 'node:timers/promises'
import type { Signals } from '../platform/db/signals.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type ClaimedJob, claimJobs } from './claim-jobs.ts'
import { runClaimedJob } from './run-job.ts'

export interface WorkerOptions {
  readonly runtime: Runtime
  readonly signals: Pick<Signals, 'subscribe'>
  readonly workerId: string
  /** What went wrong with a job beyond what its incident says: a fault of the program or the database away. */
  readonly onFault: (error: unknown, job: ClaimedJob | null) => void
  /** Jobs taken at once, and carried out side by side. */
  readonly batchSize?: number
  readonly concurrency?: number
  readonly leaseMs?: number
}

export interface Worker {
  /** Ends after the jobs in hand. Those that were claimed and not begun are free again when their lease ends. */
  stop(): Promise<void>
}

export const jobsTopic = 'jobs'

/**
 * Works off jobs as long as the process lives: when one is announced, and every few seconds because timers come due
 * without anybody saying so.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { runtime, signals, workerId, onFault, batchSize = 32, concurrency = 4, leaseMs = 60_000 } = options
  const stopping = new AbortController()
  let wake: () => void = () => {}
  let isAwake = true
  const unsubscribe = signals.subscribe(jobsTopic, () => {
    isAwake = true
    wake()
  })

  const work = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false
      const now = runtime.clock()
      const jobs = await claimJobs(runtime.db, {
        workerId,
        limit: batchSize,
        now,
        leaseEnd: new Date(now.getTime() + leaseMs),
      })
      await runSideBySide(jobs, concurrency, stopping.signal, (job) =>
        runClaimedJob(runtime, job).catch((error) => onFault(error, job)),
      )
      if (jobs.length === 0 && !isAwake && !stopping.signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        onFault(error, null)
        await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const done = keepWorking()
  return {
    stop: async () => {
      stopping.abort()
      unsubscribe()
      wake()
      await done
    },
  }
}

async function runSideBySide<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items]
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined && !signal.aborted; item = queue.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
}

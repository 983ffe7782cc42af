import { setTimeout as sleep } from 'node:timers/promises'
import { hasWaitedInVain } from '../platform/db/has-lost-database.ts'
import type { Signals } from '../platform/db/signals.ts'
import { NoThread } from '../platform/threads/create-threads.ts'
import { claimJobs } from './claim-jobs.ts'
import type { JobContext } from './kinds/job-handler.ts'
import { createLanes } from './lanes.ts'
import { type ClaimedJob, releaseJobs, renewLeases } from './leases.ts'
import { runClaimedJob } from './run-job.ts'

export interface WorkerOptions extends JobContext {
  readonly signals: Pick<Signals, 'subscribe'>
  /** Its own, also among the workers of one machine and those that it had before a restart. */
  readonly workerId: string
  /** What went wrong with a job beyond what its incident says: a fault of the program or the database away. */
  readonly onFault: (error: unknown, job: ClaimedJob | null) => void
  /** Jobs taken at once, and carried out side by side. */
  readonly batchSize?: number
  readonly concurrency?: number
  readonly leaseMs?: number
}

export interface Worker {
  /** Ends after the jobs in hand. Those that were claimed and not begun are free again. */
  stop(): Promise<void>
}

export const jobsTopic = 'jobs'

/**
 * Works off jobs as long as the process lives: when one is announced, and every few seconds because timers come due
 * without anybody saying so. It holds what it has claimed for as long as that takes.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { runtime, signals, workerId, onFault, batchSize = 32, concurrency = 4, leaseMs = 30_000 } = options
  const stopping = new AbortController()
  const held = new Map<string, ClaimedJob>()
  let wake: () => void = () => {}
  let isAwake = true
  const wakeUp = () => {
    isAwake = true
    wake()
  }
  const unsubscribe = signals.subscribe(jobsTopic, wakeUp)
  const leaseEnd = () => new Date(runtime.clock().getTime() + leaseMs)

  const renew = async () => {
    const jobs = [...held.values()]
    if (jobs.length === 0) return
    const kept = await renewLeases(runtime.db, jobs, { workerId, leaseEnd: leaseEnd() })
    for (const { id } of jobs) if (!kept.has(id)) held.delete(id)
  }
  const renewing = setInterval(() => renew().catch((error) => onFault(error, null)), leaseMs / 3)

  /** Left because no connection or thread was free. */
  const left: ClaimedJob[] = []
  const giveBack = async () => {
    const jobs = left.splice(0)
    try {
      await releaseJobs(runtime.db, jobs)
    } catch (error) {
      left.push(...jobs)
      throw error
    }
  }

  const carryOut = async (job: ClaimedJob) => {
    // Gone meanwhile, to another worker: this one could not renew its lease in time.
    if (stopping.signal.aborted || !held.has(job.id)) return
    try {
      await runClaimedJob(options, job)
    } catch (error) {
      if (hasWaitedInVain(error) || error instanceof NoThread) left.push(job)
      if (!(error instanceof NoThread)) onFault(error, job)
    }
    held.delete(job.id)
    wakeUp()
  }

  let doubtful: Promise<void> = Promise.resolve()
  const lanes = createLanes<ClaimedJob>({
    width: concurrency,
    keyOf: ({ id, rootId, isExclusive }) => (isExclusive ? rootId : id),
    run: async (job) => {
      if (job.attempts === 0) return carryOut(job)
      // Of those that may end the process one at a time, so that it is known which one did.
      doubtful = doubtful.then(() => carryOut(job))
      await doubtful
    },
  })

  const work = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false
      await giveBack()
      const room = batchSize - held.size
      const jobs =
        room < batchSize / 2
          ? []
          : await claimJobs(runtime.db, { workerId, limit: room, now: runtime.clock(), leaseEnd: leaseEnd() })
      for (const job of jobs) {
        held.set(job.id, job)
        lanes.add(job)
      }
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
      await lanes.idle()
      clearInterval(renewing)
      await releaseJobs(runtime.db, [...left, ...held.values()]).catch((error) => onFault(error, null))
    },
  }
}

import type { LocalWorker, TakenJob } from '../runtime/local-worker.ts'
import type { ClaimedJob } from './leases.ts'

export interface LocalStepsOptions {
  readonly workerId: string
  /** When a lease ends that begins now. */
  readonly leaseEnd: () => Date
  /** Whether the jobs of a workplace are in the database in which the worker claims. */
  readonly isHome: (workplaceId: string) => boolean
  /** Whether the worker has found all that is due: else others wait longer, and come first. */
  readonly isCaughtUp: () => boolean
  /** Called when a step is announced because all places are taken. */
  readonly onFull: () => void
  /** Most steps in hand, started or not, and of one workplace. */
  readonly most: number
  readonly mostOfWorkplace: number
  readonly count: () => number
  readonly countOf: (workplaceId: string) => number
  /** Executes a job. */
  readonly run: (job: ClaimedJob) => void
  /** Removes the lease of a job. */
  readonly giveBack: (job: ClaimedJob) => void
}

/**
 * Creates the part of a worker that takes steps which its own process creates. It only takes them while no other jobs
 * are due and a lane will soon be free, so that they overtake no waiting job.
 */
export function createLocalSteps({
  workerId,
  leaseEnd,
  isHome,
  isCaughtUp,
  onFull,
  most,
  mostOfWorkplace,
  count,
  countOf,
  run,
  giveBack,
}: LocalStepsOptions): LocalWorker {
  const reserved = new Map<string, number>()
  let reservedInAll = 0
  const reserve = (workplaceId: string, by: 1 | -1) => {
    const rest = (reserved.get(workplaceId) ?? 0) + by
    if (rest === 0) reserved.delete(workplaceId)
    else reserved.set(workplaceId, rest)
    reservedInAll += by
  }
  return {
    reserve: (workplaceId) => {
      if (!isHome(workplaceId) || !isCaughtUp()) return null
      const ofWorkplace = countOf(workplaceId) + (reserved.get(workplaceId) ?? 0)
      if (count() + reservedInAll >= most || ofWorkplace >= mostOfWorkplace) {
        onFull()
        return null
      }
      reserve(workplaceId, 1)
      const end = () => reserve(workplaceId, -1)
      return {
        lease: { workerId, leaseEnd: leaseEnd() },
        take: (job) => {
          // Later: first the caller has the answer, and the unit of work has left the rows in memory.
          setImmediate(() => {
            end()
            run(claimedOf(workplaceId, workerId, job))
          })
        },
        giveBack: (job) => {
          end()
          giveBack(claimedOf(workplaceId, workerId, job))
        },
        cancel: end,
      }
    },
  }
}

function claimedOf(workplaceId: string, workerId: string, { id, rootId, kind, isExclusive }: TakenJob): ClaimedJob {
  return { workplaceId, id, rootId, kind, isExclusive, attempts: 0, host: null, workerId }
}

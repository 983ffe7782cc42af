import { randomUUID } from 'node:crypto'
import type { ClaimOrder, JobSort } from './claim-jobs.ts'
import type { ClaimedJob } from './leases.ts'

export interface HandOptions {
  readonly sort: JobSort
  /** Jobs in hand at most, started or not; and of one workplace, beyond what a claim takes at once. */
  readonly most: number
  readonly maxPerWorkplace: number
}

/**
 * The jobs of one sort that a worker has claimed and not completed, with the number of further jobs that it can take.
 */
export interface Hand {
  take(jobs: readonly ClaimedJob[]): void
  /** Adds a job that was not claimed, but created with the lease. */
  add(job: ClaimedJob): void
  /** How many jobs there are, and of a workplace. */
  count(): number
  countOf(workplaceId: string): number
  has(job: ClaimedJob): boolean
  /** @returns whether there is reason to claim: its workplace has few left. */
  drop(job: ClaimedJob): boolean
  jobs(): ClaimedJob[]
  /** Null while there is little room: taking few at a time costs as much as taking many. */
  order(): ClaimOrder | null
}

/**
 * Creates the store of claimed jobs of this process. No workplace can fill it, so that there is always room for the
 * jobs of others.
 */
export function createHand({ sort, most, maxPerWorkplace }: HandOptions): Hand {
  const held = new Map<string, ClaimedJob>()
  const counts = new Map<string, number>()
  /** How many workplaces had jobs the last time: each gets its part of the next claim. */
  let served = 1

  const add = (job: ClaimedJob) => {
    const key = keyOf(job)
    // Claimed once more after its lease ran out: it counts once.
    const isHeld = held.has(key)
    held.set(key, job)
    if (isHeld) return
    counts.set(job.workplaceId, (counts.get(job.workplaceId) ?? 0) + 1)
  }

  return {
    take: (jobs) => {
      for (const job of jobs) add(job)
      served = Math.max(1, new Set(jobs.map(({ workplaceId }) => workplaceId)).size)
    },
    add,
    count: () => held.size,
    countOf: (workplaceId) => counts.get(workplaceId) ?? 0,
    has: (job) => held.get(keyOf(job)) === job,
    drop: (job) => {
      if (!held.delete(keyOf(job))) return false
      const { workplaceId } = job
      const rest = (counts.get(workplaceId) ?? 0) - 1
      if (rest === 0) counts.delete(workplaceId)
      else counts.set(workplaceId, rest)
      return rest < maxPerWorkplace / 2
    },
    jobs: () => [...held.values()],
    order: () => {
      const limit = most - held.size
      if (limit < most / 4) return null
      return {
        sort,
        limit,
        ofWorkplace: Math.min(maxPerWorkplace / 2, Math.ceil(limit / served)),
        without: [...counts].flatMap(([workplaceId, count]) => (count >= maxPerWorkplace / 2 ? [workplaceId] : [])),
        // Each time another, so that nobody is always the last.
        from: randomUUID(),
      }
    },
  }
}

/** A workplace that was copied has the ids of its original. */
function keyOf({ workplaceId, id }: ClaimedJob): string {
  return `${workplaceId} ${id}`
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { BudgetValues } from '@millrace/contract'
import { isMoving } from '../platform/db/cells/workplace-moving.ts'
import { hasLostDatabase } from '../platform/db/has-lost-database.ts'
import type { Signals } from '../platform/db/signals.ts'
import { NoThread } from '../platform/threads/create-threads.ts'
import { workersLookEveryMs } from '../runtime/runtime.ts'
import { type Claimed, claimJobs, isOutside, type JobSort } from './claim-jobs.ts'
import { createHand, type Hand } from './hand.ts'
import type { JobContext } from './kinds/job-handler.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { type ClaimedJob, releaseJobs, renewLeases } from './leases.ts'
import { createLocalSteps } from './local-steps.ts'
import { runClaimedJob } from './run-job.ts'

export interface WorkerOptions extends JobContext {
  readonly signals: Pick<Signals, 'subscribe'>
  /** Its own, also among the workers of one machine and those that it had before a restart. */
  readonly workerId: string
  /** What went wrong with a job beyond what its incident says: a fault of the program or the database away. */
  readonly onFault: (error: unknown, job: ClaimedJob | null) => void
  readonly leaseMs?: number
  /** How often it looks for jobs that nobody has announced. */
  readonly lookEveryMs?: number
  /** Steps that it carries out side by side: in all, and of one workplace. */
  readonly stepLanes?: { readonly all: number; readonly ofWorkplace: number }
}

/** The limits of a worker for one sort of jobs. */
export interface SortLimits {
  /** Carried out side by side; of one workplace, and of those that ask one host for one workplace. */
  readonly lanes: number
  readonly lanesOfWorkplace: number
  readonly lanesOfHost: number
  /** In hand, started or not, and of one workplace. */
  readonly hand: number
  readonly handOfWorkplace: number
}

function limitsOfSteps({ all, ofWorkplace }: NonNullable<WorkerOptions['stepLanes']>): SortLimits {
  const lanesOfWorkplace = Math.min(all, ofWorkplace)
  const hand = Math.max(64, 8 * all)
  return { lanes: all, lanesOfWorkplace, lanesOfHost: lanesOfWorkplace, hand, handOfWorkplace: hand / 2 }
}

/** Waiting for an answer from outside costs next to nothing, but takes as long as somebody else likes. */
function limitsOutside({ outsideWork, outsideWorkOfWorkplace, outsideWorkOfHost }: BudgetValues): SortLimits {
  return {
    lanes: outsideWork,
    lanesOfWorkplace: outsideWorkOfWorkplace,
    lanesOfHost: outsideWorkOfHost,
    hand: outsideWork + 2 * outsideWorkOfWorkplace,
    handOfWorkplace: 2 * outsideWorkOfWorkplace,
  }
}

export interface Worker {
  /** Ends after the jobs in hand. Those that were claimed and not started are free again. */
  stop(): Promise<void>
}

export const jobsTopic = 'jobs'

const nothingFound: Claimed = { jobs: [], isComplete: false, nextAt: null }

/**
 * Starts a worker, which processes jobs as long as the process runs: when jobs are announced, when the next one is due,
 * and every few seconds. It renews the leases of jobs in progress. Steps and outside work have separate lanes, so that
 * slow answers from outside delay no steps.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { runtime, signals, workerId, onFault, leaseMs = 30_000, lookEveryMs = workersLookEveryMs } = options
  const { stepLanes = { all: 6, ofWorkplace: 4 } } = options
  const stopping = new AbortController()
  let wake: () => void = () => {}
  let isAwake = true
  /** Whether it waits because nothing else is due. */
  let isCaughtUp = false
  /** Whether all steps were in hand that were due at the last look. */
  let hasAllSteps = false
  const wakeUp = () => {
    isAwake = true
    isCaughtUp = false
    wake()
  }
  const unsubscribe = signals.subscribe(jobsTopic, wakeUp)
  const lease = () => {
    const now = runtime.clock()
    return { now, leaseEnd: new Date(now.getTime() + leaseMs) }
  }

  /** Left for no fault of theirs: the database was away or busy, or no thread was free. */
  const left: ClaimedJob[] = []
  let isStarved = false
  const giveBack = async () => {
    const jobs = left.splice(0)
    try {
      await releaseJobs(runtime.db, jobs)
    } catch (error) {
      left.push(...jobs)
      throw error
    }
  }

  const carryOut = async (job: ClaimedJob, hand: Hand) => {
    // Gone meanwhile, to another worker: this one could not renew its lease in time.
    if (stopping.signal.aborted || !hand.has(job)) return
    let isDone = false
    try {
      isDone = (await runClaimedJob({ ...options, stopping: stopping.signal }, job)) === 'done'
    } catch (error) {
      const isWithoutDatabase = hasLostDatabase(error)
      // A workplace that is moved says nothing of the others.
      isStarved ||= isWithoutDatabase && !isMoving(error)
      if (isWithoutDatabase || error instanceof NoThread) left.push(job)
      if (!(error instanceof NoThread)) onFault(error, job)
    }
    const hasRoom = hand.drop(job)
    // Without a look where nothing else was due: a step announces whatever it creates.
    if (hasRoom && !(isDone && isPlainStep(job) && hasAllSteps)) wakeUp()
  }

  let doubtful: Promise<void> = Promise.resolve()
  const run = async (job: ClaimedJob, hand: Hand) => {
    if (job.attempts === 0) return carryOut(job, hand)
    // Of those that may end the process one at a time, so that it is known which one did.
    doubtful = doubtful.then(() => carryOut(job, hand))
    await doubtful
  }

  const steps = openSort('step', limitsOfSteps(stepLanes), run)
  const sorts = [steps, openSort('outside', limitsOutside(runtime.budgets), run)]
  const inHand = () => sorts.flatMap(({ hand }) => hand.jobs())

  const renew = async () => {
    const jobs = inHand()
    if (jobs.length === 0) return
    const kept = await renewLeases(runtime.db, jobs, { workerId, ...lease() })
    for (const job of jobs) if (!kept.has(job.id)) for (const { hand } of sorts) hand.drop(job)
  }
  const renewing = setInterval(() => renew().catch((error) => onFault(error, null)), leaseMs / 3)

  /** Until something wakes it, or the next job comes due. */
  const wait = async (nextAt: Date | null) => {
    isCaughtUp = true
    const untilDue = nextAt === null ? lookEveryMs : nextAt.getTime() - runtime.clock().getTime()
    const timer = setTimeout(wakeUp, Math.min(Math.max(untilDue, 1), lookEveryMs))
    await new Promise<void>((resolve) => (wake = resolve))
    clearTimeout(timer)
    isCaughtUp = false
  }

  const rest = () => sleep(1000, undefined, { signal: stopping.signal }).catch(() => {})

  const work = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false
      if (isStarved) await rest()
      isStarved = false
      await giveBack()
      hasAllSteps = false
      const orders = sorts.flatMap(({ hand }) => hand.order() ?? [])
      const { jobs, isComplete, nextAt } =
        orders.length === 0 ? nothingFound : await claimJobs(runtime.db, { workerId, ...lease(), orders })
      for (const { sort, hand, lanes } of sorts) {
        const own = jobs.filter(({ kind }) => isOutside(kind) === (sort === 'outside'))
        hand.take(own)
        for (const job of own) lanes.add(job)
      }
      const ofSteps = orders.find(({ sort }) => sort === 'step')
      const hasAll = jobs.length === 0 || isComplete
      hasAllSteps = hasAll && ofSteps?.without.length === 0
      if (hasAll && !isAwake && !stopping.signal.aborted) await wait(nextAt)
    }
  }

  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        onFault(error, null)
        await rest()
      }
    }
  }

  let hasEnded = false
  const giveBackSoon = (job: ClaimedJob) => {
    left.push(job)
    if (hasEnded) giveBack().catch((error) => onFault(error, job))
    else wakeUp()
  }
  const local = createLocalSteps({
    workerId,
    leaseEnd: () => lease().leaseEnd,
    isHome: (workplaceId) => runtime.db.isHome(workplaceId),
    isCaughtUp: () => isCaughtUp && !stopping.signal.aborted,
    onFull: () => {
      hasAllSteps = false
    },
    // A lane is free for each soon: of a step that creates the next one, the lane is its own.
    most: 2 * stepLanes.all,
    mostOfWorkplace: 2 * Math.min(stepLanes.all, stepLanes.ofWorkplace),
    count: steps.hand.count,
    countOf: steps.hand.countOf,
    run: (job) => {
      if (hasEnded) return giveBackSoon(job)
      steps.hand.add(job)
      steps.lanes.add(job)
    },
    giveBack: giveBackSoon,
  })
  runtime.localWorker.current = local

  const done = keepWorking()
  const end = async () => {
    stopping.abort()
    if (runtime.localWorker.current === local) runtime.localWorker.current = null
    unsubscribe()
    wake()
    await done
    await Promise.all(sorts.map(({ lanes }) => lanes.idle()))
    clearInterval(renewing)
    hasEnded = true
    await releaseJobs(runtime.db, [...left, ...inHand()]).catch((error) => onFault(error, null))
  }
  let ended: Promise<void> | undefined
  return {
    // Told twice, it hands back once: another worker has them by then.
    stop: () => (ended ??= end()),
  }
}

/** Whether nothing but its own events comes from a step: it has no due date that could come again. */
function isPlainStep({ kind }: ClaimedJob): boolean {
  return kind === 'before' || kind === 'after' || kind === 'runs'
}

interface Sort {
  readonly sort: JobSort
  readonly hand: Hand
  readonly lanes: Lanes<ClaimedJob>
}

function openSort(
  sort: JobSort,
  { lanes: width, lanesOfWorkplace, lanesOfHost, hand: most, handOfWorkplace: maxPerWorkplace }: SortLimits,
  run: (job: ClaimedJob, hand: Hand) => Promise<void>,
): Sort {
  const hand = createHand({ sort, most, maxPerWorkplace })
  const lanes = createLanes<ClaimedJob>({
    width,
    keyOf: ({ workplaceId, id, rootId, isExclusive }) => `${workplaceId} ${isExclusive ? rootId : id}`,
    ownerOf: ({ workplaceId }) => workplaceId,
    limits: [
      { of: ({ workplaceId }) => workplaceId, most: lanesOfWorkplace },
      { of: ({ workplaceId, host }) => `${workplaceId} ${host}`, most: lanesOfHost },
    ],
    run: (job) => run(job, hand),
  })
  return { sort, hand, lanes }
}

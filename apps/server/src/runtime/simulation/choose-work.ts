import type { MeasuredPauses } from './core/model.ts'
import type { Sample } from './core/sample.ts'

/** The measured times of completed tasks. All are working time, in milliseconds. */
export interface TimesOfTasks {
  /** The number of tasks that waited for their user. */
  readonly queuedCount: number
  /** The number of other tasks that their user claimed after they came. */
  readonly claimedCount: number
  /** Work of tasks that waited for their user. */
  readonly queuedWork: Sample | null
  /** Work of tasks whose beginning is known: they waited, or were claimed. */
  readonly knownWork: Sample | null
  /** From the creation, the claim or the previous completion to the completion of all tasks. */
  readonly allWork: Sample | null
  /** From the previous completion to the claim of tasks that waited. */
  readonly queuedPause: Sample | null
  /** From the creation to the completion of tasks that came while their user was idle. */
  readonly idleTotal: Sample | null
}

/** Tasks from which a distribution is taken, and their share of all. */
const enough = { count: 20, share: 0.05 }

/** A pause below this share of the work is none: it is within what chance does to two means. */
const shortest = 0.02

/**
 * Chooses the times that count as work on tasks, and separates them from the time in which nobody looked at the tasks.
 * Tasks that waited for their user show the work best, because it begins when the user has completed the task before.
 * Claims come next: users also claim tasks and begin later. With too few of both, all the time counts as work.
 */
export function chooseWork(
  count: number,
  { queuedCount, claimedCount, queuedWork, knownWork, allWork, queuedPause, idleTotal }: TimesOfTasks,
): { readonly work: Sample; readonly pauses: MeasuredPauses } {
  const isEnough = (tasks: number) => tasks >= Math.max(enough.count, enough.share * count)
  const work = isEnough(queuedCount) ? queuedWork : isEnough(queuedCount + claimedCount) ? knownWork : null
  if (work === null) return { work: allWork ?? { quantiles: [0], mean: 0 }, pauses: { idle: null, queued: null } }
  return {
    work,
    pauses: {
      idle: idleTotal && withoutWork(idleTotal, work.mean),
      queued: queuedPause !== null && queuedPause.mean > shortest * work.mean ? queuedPause : null,
    },
  }
}

/** Returns the rest of a distribution without the work: its mean is the difference of the means. Null: there is none. */
function withoutWork({ quantiles, mean }: Sample, work: number): Sample | null {
  const rest = mean - work
  if (rest <= shortest * work) return null
  return { quantiles: quantiles.map((value) => Math.max(0, value - work)), mean: rest }
}

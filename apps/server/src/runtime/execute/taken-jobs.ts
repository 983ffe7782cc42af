import type { Event, InstanceState, Job } from '@millrace/engine'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { JobLease, Reservation, TakenJob } from '../local-worker.ts'
import type { Runtime } from '../runtime.ts'

/** The jobs of a unit of work that the worker of this process takes with the commit. */
export interface TakenJobs {
  /** Reserves places for the steps that a run has created. @returns the leases by the ids of the jobs. */
  reserve(state: InstanceState, events: readonly Event[]): ReadonlyMap<string, JobLease>
  /** Returns the query for the last round trip. Null: no job is taken. */
  question(): Statement | null
  /** After the commit. @param answer to the question. @param suspended ids of jobs that were created suspended. */
  take(answer: ResultRows, suspended: ReadonlySet<string>): void
  /** After a failure. @param isUnknown whether the commit may have been carried out. */
  drop(isUnknown: boolean): void
}

export function createTakenJobs(
  { localWorker, clock }: Pick<Runtime, 'localWorker' | 'clock'>,
  workplaceId: string,
): TakenJobs {
  let places: { readonly job: TakenJob; readonly reservation: Reservation }[] = []
  const empty = () => {
    const all = places
    places = []
    return all
  }
  return {
    reserve: (state, events) => {
      const leases = new Map<string, JobLease>()
      const worker = localWorker.current
      if (worker === null) return leases
      for (const { id, kind, isExclusive } of stepsOf(state, events, clock())) {
        const reservation = worker.reserve(workplaceId)
        if (reservation === null) break
        places.push({ job: { id, kind, isExclusive, rootId: state.rootId }, reservation })
        leases.set(id, reservation.lease)
      }
      return leases
    },
    question: () => (places.length === 0 ? null : isOpen(workplaceId)),
    take: ([row], suspended) => {
      for (const { job, reservation } of empty()) {
        if (suspended.has(job.id)) reservation.cancel()
        else if (row === undefined) reservation.giveBack(job)
        else reservation.take(job)
      }
    },
    drop: (isUnknown) => {
      for (const { job, reservation } of empty()) {
        if (isUnknown) reservation.giveBack(job)
        else reservation.cancel()
      }
    },
  }
}

/** New steps of the engine that are due now. Nobody has to be called, and no time has to pass. */
function stepsOf({ jobs }: InstanceState, events: readonly Event[], now: Date): Job[] {
  return events.flatMap((event) => {
    if (event.type !== 'jobCreated') return []
    const job = jobs.get(event.job.id)
    return job !== undefined && isStep(job) && isDue(job, now) ? [job] : []
  })
}

function isStep({ kind }: Job): boolean {
  return kind === 'before' || kind === 'after' || kind === 'runs'
}

function isDue({ dueAt, retries, isSuspended }: Job, now: Date): boolean {
  return retries > 0 && !isSuspended && (dueAt === null || new Date(dueAt) <= now)
}

/** The jobs of a workplace that is suspended, or being moved, wait, as in claiming. */
function isOpen(workplaceId: string): Statement {
  return {
    name: 'workplace_is_open',
    text: 'select from workplace where workplace_id = $1 and suspended_at is null and moving_at is null',
    values: [workplaceId],
  }
}

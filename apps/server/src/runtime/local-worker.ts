import type { Job } from '@millrace/engine'

/**
 * The worker of this process, for units of work that create jobs. A job that it takes with the commit is executed at
 * once, and no worker has to find and claim it (decision 135).
 */
export interface LocalWorker {
  /** Reserves a slot for a step that a commit is about to create. Null: announce the job instead. */
  reserve(workplaceId: string): Reservation | null
}

/** A reserved place of the local worker for one job. The caller has to call exactly one of its functions. */
export interface Reservation {
  readonly lease: JobLease
  /** The job was created, with this lease. */
  take(job: TakenJob): void
  /** The job may have been created, but must not be executed from here: its lease is removed. */
  giveBack(job: TakenJob): void
  /** The job was not created. */
  cancel(): void
}

/** The lease with which a job is created. */
export interface JobLease {
  readonly workerId: string
  readonly leaseEnd: Date
}

export interface TakenJob extends Pick<Job, 'id' | 'kind' | 'isExclusive'> {
  readonly rootId: string
}

/** The slot for the worker of this process; null: no worker runs. */
export interface LocalWorkerSlot {
  current: LocalWorker | null
}

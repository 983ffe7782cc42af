import type { Database } from '../platform/db/database.ts'
import { jobActor } from './job-actor.ts'
import type { JobKind } from './kinds/job-handler.ts'

/** A job that this worker holds until its lease runs out. */
export interface ClaimedJob {
  readonly workplaceId: string
  readonly id: string
  readonly rootId: string
  readonly kind: JobKind
  /** Whether the job runs one after another with the other exclusive jobs of its root. */
  readonly isExclusive: boolean
  /** How often it was started before by somebody who never said how it ended. */
  readonly attempts: number
  /** Whom it asks: a host, an adapter, or `mail`; null for what asks nobody outside. */
  readonly host: string | null
  /** The worker that holds the lease. */
  readonly workerId: string
}

/** Extends the leases of jobs. @returns the ids of the jobs that this worker still held. */
export async function renewLeases(
  db: Database,
  jobs: readonly ClaimedJob[],
  { workerId, now, leaseEnd }: { readonly workerId: string; readonly now: Date; readonly leaseEnd: Date },
): Promise<ReadonlySet<string>> {
  const [rows] = await db.withPlatformTransaction('worker', (tx) =>
    tx.commit([
      {
        name: 'job_renew',
        // As in claiming: at least as long as it should be by PostgreSQL's clock.
        text: `update job j set locked_until = greatest($3::timestamptz, now() + ($3::timestamptz - $5::timestamptz)) from unnest($1::uuid[], $2::uuid[]) held (workplace_id, id)
          where j.workplace_id = held.workplace_id and j.id = held.id and j.locked_by = $4 returning j.id`,
        values: [
          jobs.map(({ workplaceId }) => workplaceId),
          jobs.map(({ id }) => id),
          leaseEnd.toISOString(),
          workerId,
          now.toISOString(),
        ],
      },
    ]),
  )
  return new Set((rows ?? []).map(([id]) => id as string))
}

/** Releases jobs that were claimed and not started, or were interrupted without a failure of their own. */
export async function releaseJobs(db: Database, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await db.withPlatformTransaction('worker', (tx) =>
    tx.commit([
      {
        name: 'job_release',
        text: `update job j set locked_until = null, locked_by = null, attempts = held.attempts
          from unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[]) held (workplace_id, id, worker_id, attempts)
          where j.workplace_id = held.workplace_id and j.id = held.id and j.locked_by = held.worker_id`,
        values: [
          jobs.map(({ workplaceId }) => workplaceId),
          jobs.map(({ id }) => id),
          jobs.map(({ workerId }) => workerId),
          jobs.map(({ attempts }) => attempts),
        ],
      },
    ]),
  )
}

/**
 * Counts that a job is started again after a start that never ended, before the job does anything.
 *
 * @returns false when this worker no longer holds the job.
 */
export async function beginAgain(db: Database, job: ClaimedJob): Promise<boolean> {
  const { workplaceId, id, workerId } = job
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_begin_again',
        text: 'update job set attempts = attempts + 1 where workplace_id = $1 and id = $2 and locked_by = $3 returning id',
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

/** Ends all leases, for a server that is the only user of its database: the previous holders no longer exist. */
export async function releaseAll(db: Database): Promise<void> {
  await db.withPlatformTransaction('worker', (tx) =>
    tx.commit([
      {
        name: 'job_release_all',
        text: 'update job set locked_until = null, locked_by = null where locked_by is not null',
        values: [],
      },
    ]),
  )
}

/** Postpones the next attempt of a job; null: only its due date decides. */
export async function restJob(db: Database, job: ClaimedJob, until: Date | null): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_rest',
        text: 'update job set attempts = 0, locked_until = $3, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $4',
        values: [workplaceId, id, until?.toISOString() ?? null, workerId],
      },
    ]),
  )
}

/**
 * Schedules the next run of a repeating job, and stores the time of the last run in its data. If the object of the job
 * was changed during the run, the next run follows immediately.
 */
export async function repeatJob(db: Database, job: ClaimedJob, dueAt: Date): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_repeat',
        text: `update job set attempts = 0, due_at = case when coalesce(data, '{}') ? 'isDueAgain' then due_at else $3 end, locked_until = null, locked_by = null,
          data = coalesce(data, '{}') - 'isDueAgain' || jsonb_build_object('endedAt', now())
          where workplace_id = $1 and id = $2 and locked_by = $4`,
        values: [workplaceId, id, dueAt.toISOString(), workerId],
      },
    ]),
  )
}

/** Lets a job continue immediately with its remaining work, and stores its progress in its data. */
export async function goOnLater(
  db: Database,
  job: ClaimedJob,
  { now, notes }: { readonly now: Date; readonly notes: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_go_on_later',
        text: 'update job set attempts = 0, due_at = $3, data = data || $5::jsonb, locked_until = null, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $4',
        values: [workplaceId, id, now.toISOString(), workerId, JSON.stringify(notes)],
      },
    ]),
  )
}

/** Deletes a job that this worker holds and whose root no longer exists. */
export async function dropJob(db: Database, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_drop',
        text: `delete from job j where workplace_id = $1 and id = $2 and locked_by = $3
          and not exists (select from instance i where i.workplace_id = $1 and i.id = j.root_id)
          and not exists (select from root r where r.workplace_id = $1 and r.id = j.root_id)`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
}

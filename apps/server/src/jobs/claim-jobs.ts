import type { Database } from '../platform/db/database.ts'
import { jobActor } from './job-actor.ts'

/** A job that this worker holds until its lease runs out. */
export interface ClaimedJob {
  readonly workplaceId: string
  readonly id: string
  /** Null for the timer of a start event. */
  readonly rootId: string | null
  readonly kind: string
  /** One after the other with the other exclusive jobs of its root. */
  readonly isExclusive: boolean
  /** Who holds it. */
  readonly workerId: string
}

export interface Claim {
  readonly workerId: string
  readonly limit: number
  readonly now: Date
  /** When another worker may take them, should this one die. */
  readonly leaseEnd: Date
}

/**
 * Takes jobs that are due, of all workplaces that are open, the highest priority first, then the oldest: one statement,
 * passing over those that another worker is just taking. Exclusive work of a root waits while another worker is at such
 * work; of everything else, two steps of one root keep apart by its lock.
 */
export async function claimJobs(db: Database, { workerId, limit, now, leaseEnd }: Claim): Promise<ClaimedJob[]> {
  return db.withPlatformTransaction('worker', async (tx) => {
    const [rows] = await tx.commit([
      {
        name: 'job_claim',
        text: `with due as materialized (
            select workplace_id, id from job j
            where coalesce(due_at, created_at) <= $1 and retries > 0 and not is_suspended and (locked_until is null or locked_until <= $1)
              and workplace_id not in (select workplace_id from workplace where suspended_at is not null)
              and (kind <> 'work' or not is_exclusive or not exists (
                select from job o where o.workplace_id = j.workplace_id and o.root_id = j.root_id and o.kind = 'work' and o.is_exclusive and o.locked_until > $1))
            order by priority desc, coalesce(due_at, created_at) limit $2 for update skip locked)
          update job j set locked_until = $3, locked_by = $4 from due
          where j.workplace_id = due.workplace_id and j.id = due.id
          returning j.workplace_id, j.id, j.root_id, j.kind, j.is_exclusive, j.priority, extract(epoch from coalesce(j.due_at, j.created_at))`,
        values: [now.toISOString(), limit, leaseEnd.toISOString(), workerId],
      },
    ])
    return [...(rows ?? [])]
      .sort((a, b) => Number(b[5]) - Number(a[5]) || Number(a[6]) - Number(b[6]))
      .map(([workplaceId, id, rootId, kind, isExclusive]) => ({
        workplaceId: workplaceId as string,
        id: id as string,
        rootId: rootId ?? null,
        kind: kind as string,
        isExclusive: isExclusive === 't',
        workerId,
      }))
  })
}

/** Holds jobs longer. @returns the ids of those that this worker still had. */
export async function renewLeases(
  db: Database,
  jobs: readonly ClaimedJob[],
  { workerId, leaseEnd }: Pick<Claim, 'workerId' | 'leaseEnd'>,
): Promise<ReadonlySet<string>> {
  const [rows] = await db.withPlatformTransaction('worker', (tx) =>
    tx.commit([
      {
        name: 'job_renew',
        text: `update job j set locked_until = $3 from unnest($1::uuid[], $2::uuid[]) held (workplace_id, id)
          where j.workplace_id = held.workplace_id and j.id = held.id and j.locked_by = $4 returning j.id`,
        values: [
          jobs.map(({ workplaceId }) => workplaceId),
          jobs.map(({ id }) => id),
          leaseEnd.toISOString(),
          workerId,
        ],
      },
    ]),
  )
  return new Set((rows ?? []).map(([id]) => id as string))
}

/** Gives jobs back that were claimed and not begun. */
export async function releaseJobs(db: Database, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await db.withPlatformTransaction('worker', (tx) =>
    tx.commit([
      {
        name: 'job_release',
        text: `update job j set locked_until = null, locked_by = null from unnest($1::uuid[], $2::uuid[], $3::text[]) held (workplace_id, id, worker_id)
          where j.workplace_id = held.workplace_id and j.id = held.id and j.locked_by = held.worker_id`,
        values: [
          jobs.map(({ workplaceId }) => workplaceId),
          jobs.map(({ id }) => id),
          jobs.map(({ workerId }) => workerId),
        ],
      },
    ]),
  )
}

/** Ends all leases, for a server that has its database to itself: whoever held them is gone. */
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

/** Lets a job rest before it is tried again; null: its due date alone decides. */
export async function restJob(db: Database, job: ClaimedJob, until: Date | null): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_rest',
        text: 'update job set locked_until = $3, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $4',
        values: [workplaceId, id, until?.toISOString() ?? null, workerId],
      },
    ]),
  )
}

/** Removes a job that this worker holds and whose root is gone. */
export async function dropJob(db: Database, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'job_drop',
        text: `delete from job j where workplace_id = $1 and id = $2 and locked_by = $3
          and not exists (select from instance i where i.workplace_id = $1 and i.id = j.root_id)`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
}

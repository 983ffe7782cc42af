import type { Database } from '../platform/db/database.ts'

/** A job that this worker holds until its lease runs out. */
export interface ClaimedJob {
  readonly workplaceId: string
  readonly id: string
  /** Null for the timer of a start event. */
  readonly rootId: string | null
  readonly kind: string
}

export interface Claim {
  readonly workerId: string
  readonly limit: number
  readonly now: Date
  /** When another worker may take them, should this one die. */
  readonly leaseEnd: Date
}

/**
 * Takes jobs that are due, of all workplaces, oldest first: one statement, passing over those that another worker is
 * just taking. Higher priorities first among those that were found.
 */
export async function claimJobs(db: Database, { workerId, limit, now, leaseEnd }: Claim): Promise<ClaimedJob[]> {
  return db.withPlatformTransaction(async (tx) => {
    const [rows] = await tx.commit([
      {
        name: 'job_claim',
        text: `with due as materialized (
            select workplace_id, id from job
            where coalesce(due_at, created_at) <= $1 and retries > 0 and not is_suspended and (locked_until is null or locked_until <= $1)
            order by coalesce(due_at, created_at) limit $2 for update skip locked)
          update job j set locked_until = $3, locked_by = $4 from due
          where j.workplace_id = due.workplace_id and j.id = due.id
          returning j.workplace_id, j.id, j.root_id, j.kind, j.priority`,
        values: [now.toISOString(), limit, leaseEnd.toISOString(), workerId],
      },
    ])
    return [...(rows ?? [])]
      .sort((a, b) => Number(b[4]) - Number(a[4]))
      .map(([workplaceId, id, rootId, kind]) => ({
        workplaceId: workplaceId as string,
        id: id as string,
        rootId: rootId ?? null,
        kind: kind as string,
      }))
  })
}

/** Lets a failed job rest before it is tried again, when its model does not say how long. */
export async function restJob(db: Database, job: ClaimedJob, until: Date | null): Promise<void> {
  await db.withTransaction(job.workplaceId, (tx) =>
    tx.commit([
      {
        name: 'job_rest',
        text: 'update job set locked_until = $3, locked_by = null where workplace_id = $1 and id = $2',
        values: [job.workplaceId, job.id, until?.toISOString() ?? null],
      },
    ]),
  )
}

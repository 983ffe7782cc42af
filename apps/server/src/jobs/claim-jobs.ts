import type { Database } from '../platform/db/database.ts'
import { jobKinds } from './kinds/index.ts'
import type { JobKind } from './kinds/job-handler.ts'
import type { ClaimedJob } from './leases.ts'

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
            select workplace_id, id, attempts from job j
            where coalesce(due_at, created_at) <= $1 and retries > 0 and not is_suspended and (locked_until is null or locked_until <= $1)
              and kind = any($5)
              and workplace_id not in (select workplace_id from workplace where suspended_at is not null)
              and (kind <> 'work' or not is_exclusive or not exists (
                select from job o where o.workplace_id = j.workplace_id and o.root_id = j.root_id and o.kind = 'work' and o.is_exclusive and o.locked_until > $1))
            order by priority desc, coalesce(due_at, created_at) limit $2 for update skip locked)
          update job j set locked_until = $3, locked_by = $4, attempts = greatest(j.attempts, 1) from due
          where j.workplace_id = due.workplace_id and j.id = due.id
          returning j.workplace_id, j.id, j.root_id, j.kind, j.is_exclusive, j.priority, extract(epoch from coalesce(j.due_at, j.created_at)), due.attempts`,
        values: [now.toISOString(), limit, leaseEnd.toISOString(), workerId, jobKinds],
      },
    ])
    return [...(rows ?? [])]
      .sort((a, b) => Number(b[5]) - Number(a[5]) || Number(a[6]) - Number(b[6]))
      .map(([workplaceId, id, rootId, kind, isExclusive, , , attempts]) => ({
        workplaceId: workplaceId as string,
        id: id as string,
        rootId: rootId as string,
        kind: kind as JobKind,
        isExclusive: isExclusive === 't',
        attempts: Number(attempts),
        workerId,
      }))
  })
}

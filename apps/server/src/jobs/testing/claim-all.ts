import type { Database } from '../../platform/db/database.ts'
import { claimJobs } from '../claim-jobs.ts'
import type { ClaimedJob } from '../leases.ts'

/** Claims all due jobs of every sort and workplace, like a single idle worker. */
export async function claimAll(
  db: Database,
  now: Date,
  { workerId = 'w', limit = 500, leaseMs = 60_000 }: { workerId?: string; limit?: number; leaseMs?: number } = {},
): Promise<ClaimedJob[]> {
  const orders = (['step', 'outside'] as const).map((sort) => ({
    sort,
    limit,
    ofWorkplace: limit,
    without: [],
    from: '00000000-0000-0000-0000-000000000000',
  }))
  const leaseEnd = new Date(now.getTime() + leaseMs)
  return [...(await claimJobs(db, { workerId, now, leaseEnd, orders })).jobs]
}

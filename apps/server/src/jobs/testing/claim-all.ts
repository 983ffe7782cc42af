import type { Database } from '../../platform/db/database.ts'
import { claimJobs } from '../claim-jobs.ts'
import type { ClaimedJob } from '../leases.ts'

/** Claims what is due of every sort and workplace, as if there were one worker with nothing in hand. */
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

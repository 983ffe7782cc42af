import type { Job, TableChanges } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { JobLease } from '../local-worker.ts'
import { type RootPlace, rowStatements } from './row-statements.ts'
import { jobTable } from './tables.ts'

/** Returns the statements that write the changed jobs of a run: some new ones with the lease of the worker that takes them. */
export function jobStatements(
  place: RootPlace,
  changes: TableChanges<Job>,
  leases: ReadonlyMap<string, JobLease>,
): Statement[] {
  if (leases.size === 0) return rowStatements(jobTable, place, changes)
  const { inserted } = changes
  const leased = inserted.filter(({ id }) => leases.has(id))
  const lease = leases.get(leased[0]?.id ?? '')
  if (lease === undefined) return rowStatements(jobTable, place, changes)
  return [
    ...rowStatements(jobTable, place, { ...changes, inserted: inserted.filter(({ id }) => !leases.has(id)) }),
    ...rowStatements(jobTable, place, { inserted: leased, updated: [], deleted: [] }, [
      ['locked_until', 'timestamptz', lease.leaseEnd.toISOString()],
      ['locked_by', 'text', lease.workerId],
      // As claiming counts it: the job has been started.
      ['attempts', 'smallint', 1],
    ]),
  ]
}

import { listLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { listingCount } from './task-listing.ts'
import { assignedReaders, claimingReaders, type Readers } from './task-readers.ts'

/**
 * Returns the SQL of one row with the numbers of the user's tasks by due date, each up to one more than
 * `listLimits.total`, as in the lists.
 */
export function countByDueDate(
  user: Person,
  { now, todayEnds, weekEnds }: { readonly now: string; readonly todayEnds: string; readonly weekEnds: string },
): Sql {
  const { workplaceId } = user
  const count = (readers: Readers, ...where: Sql[]) =>
    listingCount({ workplaceId, readers, where, limit: listLimits.total + 1 })
  const assigned = assignedReaders(user)
  const unclaimed = claimingReaders(user)
  const from = (instant: string) => sql`l.due_at >= ${instant}::timestamptz`
  const before = (instant: string) => sql`l.due_at < ${instant}::timestamptz`
  return sql`select ${count(assigned)} as assigned, ${count(assigned, before(now))} as overdue,
    ${count(assigned, from(now), before(todayEnds))} as today, ${count(assigned, from(todayEnds), before(weekEnds))} as week,
    ${count(assigned, from(weekEnds), sql`l.due_at < 'infinity'`)} as later, ${count(assigned, sql`l.due_at = 'infinity'`)} as undated,
    ${count(unclaimed)} as unclaimed, ${count(unclaimed, before(now))} as "unclaimedOverdue"`
}

import { type AnswerOf, listLimits, type taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { countUnread } from '../../runtime/notices/count-unread.ts'
import { dueCount } from './task-listing.ts'
import { newTasks } from './task-news.ts'
import { assignedReaders, claimingReaders, type Readers } from './task-readers.ts'

type Counts = AnswerOf<typeof taskCalls.counts>

/** Returns the numbers of tasks for the menu, each up to the limit of lists. */
export async function countTasks(
  db: Database,
  request: Request,
  { now, todayEnds }: { now: string; todayEnds: string },
): Promise<Counts> {
  const { user } = request
  const { workplaceId } = user
  const assigned = assignedReaders(user)
  const unclaimed = claimingReaders(user)
  const count = (readers: Readers, range: { from?: string; before?: string }) =>
    sql<number>`${dueCount(workplaceId, readers, { ...range, limit: listLimits.total })}`
  const [row] = await db.read(request, (tx) =>
    tx.query(
      kysely.selectNoFrom([
        count(assigned, {}).as('assigned'),
        count(assigned, { before: now }).as('assignedOverdue'),
        count(assigned, { from: now, before: todayEnds }).as('assignedDueToday'),
        count(unclaimed, {}).as('unclaimed'),
        count(unclaimed, { before: now }).as('unclaimedOverdue'),
        count(unclaimed, { from: now, before: todayEnds }).as('unclaimedDueToday'),
        countDrafts(user, 'task').as('taskDrafts'),
        countDrafts(user, 'start').as('startDrafts'),
        sql<number>`(select count(*) from (select from (${newTasks(user)}) n limit ${listLimits.total}) n)`.as('news'),
        sql<number>`${countUnread(user)}`.as('notices'),
      ]),
    ),
  )
  if (row === undefined) throw new Error('Expected one row of counts, but there is none.')
  return row
}

function countDrafts({ workplaceId, id }: Person, kind: 'task' | 'start') {
  return sql<number>`(select count(*) from form_draft where workplace_id = ${workplaceId} and user_id = ${id} and kind = ${kind})`
}

import type { AnswerOf, taskCalls } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { presentPage } from '../../platform/db/page.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { listTasks, type TaskListQuery, type TaskPool } from './list-queries.ts'
import { presentTask } from './present-task.ts'

export function listAssigned(
  db: Database,
  user: User,
  query: TaskListQuery,
): Promise<AnswerOf<typeof taskCalls.assigned>> {
  return listPool(db, user, { assignee: user.username }, query)
}

/** @param query its `group` leaves only what that group of the user may claim. */
export function listUnclaimed(
  db: Database,
  user: User,
  query: TaskListQuery & { group?: string | undefined },
): Promise<AnswerOf<typeof taskCalls.unclaimed>> {
  const { group } = query
  const candidates = group === undefined ? candidatesOf(user) : user.groups.includes(group) ? [`g:${group}`] : []
  return listPool(db, user, { candidates }, query)
}

/** What tasks name this user by. */
export function candidatesOf({ username, groups }: User): string[] {
  return [`u:${username}`, ...groups.map((group) => `g:${group}`)]
}

async function listPool(
  db: Database,
  { workplaceId }: User,
  pool: TaskPool,
  query: TaskListQuery,
): Promise<AnswerOf<typeof taskCalls.assigned>> {
  return db.read({ workplaceId }, async (tx) => {
    const { rows, count, isCutOff } = await listTasks(tx, workplaceId, pool, query)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ assignee }) => assignee),
    )
    return presentPage(
      rows.map((row) => presentTask(row, people)),
      count,
      isCutOff,
    )
  })
}

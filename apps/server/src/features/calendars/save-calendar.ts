import type { WorkingCalendar } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { deleteCalendar, presentCalendar, upsertCalendar, type WorkingTime } from './calendar-queries.ts'

export async function saveCalendar(
  db: Database,
  user: User,
  { name, workingTime, changedAt }: { name: string; workingTime: WorkingTime; changedAt: Date },
): Promise<WorkingCalendar> {
  const { workplaceId, username } = user
  const holidays = [...new Set(workingTime.holidays)].sort()
  const row = { ...workingTime, name, holidays, changed_at: changedAt, changed_by: username }
  return db.withTransaction(actorOf(user), async (tx) => {
    await upsertCalendar(tx, workplaceId, row)
    return presentCalendar(row, await readPeople(tx, workplaceId, [username]))
  })
}

export async function removeCalendar(db: Database, user: User, name: string): Promise<void> {
  const { workplaceId } = user
  const isGone = await db.withTransaction(actorOf(user), (tx) => deleteCalendar(tx, workplaceId, name))
  if (!isGone) throw refuse('thing.not-found', `Expected a calendar “${name}”, but there is none.`)
}

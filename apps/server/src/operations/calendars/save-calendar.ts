import { limits, type WorkingCalendar } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { countOthers } from '../count-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { presentCalendar, upsertCalendar, type WorkingTime } from './calendar-queries.ts'
import { refuseCalendar } from './policy.ts'

/** Creates a business calendar, or replaces the calendar with this name. */
export async function saveCalendar(
  { db, clock }: OperationContext,
  request: Request,
  { name, workingTime }: { name: string; workingTime: WorkingTime },
): Promise<WorkingCalendar | Refusal> {
  const refusal = refuseCalendar(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const holidays = [...new Set(workingTime.holidays)].sort()
  const row = { ...workingTime, name, holidays, changed_at: clock(), changed_by: username }
  return db.withTransaction(actorOf(request), async (tx) => {
    const others = await countOthers(tx, { table: 'business_calendar', workplaceId, name })
    if (others >= limits.calendars)
      return refuse(
        'calendar.too-many',
        `Expected fewer than ${limits.calendars} business calendars, but there are ${others}. Remove one first.`,
      )
    await upsertCalendar(tx, workplaceId, row)
    return presentCalendar(row, await readPeople(tx, workplaceId, [username]))
  })
}

import type { WorkingCalendar } from '@millrace/contract'
import { presentCalendar, selectCalendars } from '../../operations/calendars/calendar-queries.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function listCalendars(db: Database, { workplaceId }: Person): Promise<WorkingCalendar[]> {
  return db.read({ workplaceId }, async (tx) => {
    const rows = await selectCalendars(tx, workplaceId)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ changed_by }) => changed_by),
    )
    return rows.map((row) => presentCalendar(row, people))
  })
}

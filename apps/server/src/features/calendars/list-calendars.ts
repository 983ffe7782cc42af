import type { WorkingCalendar } from '@millrace/contract'
import { presentCalendar, selectCalendars } from '../../operations/calendars/calendar-queries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function listCalendars(db: Database, request: Request): Promise<WorkingCalendar[]> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const rows = await selectCalendars(tx, workplaceId)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ changed_by }) => changed_by),
    )
    return rows.map((row) => presentCalendar(row, people))
  })
}

import type { BusinessCalendar } from '@millrace/time'
import type { Tx } from '../../platform/db/database.ts'

/** A name that models mean the default calendar of the workplace by, unless a calendar has it. */
const nameOfDefault = 'default'

/** Finds the business calendar with a name; null when it does not exist. */
export async function findCalendar(tx: Tx, workplaceId: string, name: string): Promise<BusinessCalendar | null> {
  const [rows] = await tx.batch([
    {
      name: 'business_calendar_find',
      text: `select zone, hours, to_json(holidays) from business_calendar where workplace_id = $1 and (name = $2 or
          $2 = '${nameOfDefault}' and name = (select value #>> '{}' from setting where workplace_id = $1 and key = 'calendar.default'))
        order by name <> $2 limit 1`,
      values: [workplaceId, name],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return null
  const [zone, hours, holidays] = row as [string, string, string]
  return { zone, hours: JSON.parse(hours), holidays: JSON.parse(holidays) }
}

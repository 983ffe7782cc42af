import { isEvent, type ProcessModel } from '@millrace/bpmn'
import type { BusinessCalendar } from '@millrace/time'
import type { Tx } from '../../platform/db/database.ts'

/** The business calendar of a name; null when there is none. */
export async function findCalendar(tx: Tx, workplaceId: string, name: string): Promise<BusinessCalendar | null> {
  const [rows] = await tx.batch([
    {
      name: 'business_calendar_find',
      text: 'select zone, hours, to_json(holidays) from business_calendar where workplace_id = $1 and name = $2',
      values: [workplaceId, name],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return null
  const [zone, hours, holidays] = row as [string, string, string]
  return { zone, hours: JSON.parse(hours), holidays: JSON.parse(holidays) }
}

/** Business calendars by name. */
export type Calendars = ReadonlyMap<string, BusinessCalendar>

/** Those that the timers of a model's own start events name. */
export async function listStartCalendars(
  tx: Tx,
  workplaceId: string,
  models: readonly ProcessModel[],
): Promise<Calendars> {
  const calendars = new Map<string, BusinessCalendar>()
  for (const name of new Set(models.flatMap(listNames))) {
    const calendar = await findCalendar(tx, workplaceId, name)
    if (calendar !== null) calendars.set(name, calendar)
  }
  return calendars
}

function listNames({ id, elements }: ProcessModel): string[] {
  return Object.values(elements).flatMap((element) =>
    isEvent(element) && element.type === 'startEvent' && element.scopeId === id
      ? element.definitions.flatMap((one) =>
          one.kind === 'timer' && one.calendar !== null ? [one.calendar.trim()] : [],
        )
      : [],
  )
}

import { limits, type WorkingCalendar } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { People } from '../../runtime/rights/people.ts'

export type WorkingTime = Pick<WorkingCalendar, 'zone' | 'hours' | 'holidays'>

export interface CalendarRow {
  readonly name: string
  readonly zone: string
  readonly hours: unknown
  readonly holidays: readonly string[]
  readonly changed_at: Date
  readonly changed_by: string | null
}

export async function selectCalendars(tx: Tx, workplaceId: string): Promise<CalendarRow[]> {
  return tx.query(
    kysely
      .selectFrom('business_calendar')
      .where('workplace_id', '=', workplaceId)
      .select(['name', 'zone', 'hours', 'holidays', 'changed_at', 'changed_by'])
      .orderBy('name')
      .limit(limits.calendars),
  )
}

export async function upsertCalendar(tx: Tx, workplaceId: string, row: CalendarRow): Promise<void> {
  const { name, hours, holidays, ...rest } = row
  const changed = { ...rest, hours: sql<string>`${JSON.stringify(hours)}::jsonb`, holidays: [...holidays] }
  await tx.query(
    kysely
      .insertInto('business_calendar')
      .values({ workplace_id: workplaceId, name, ...changed })
      .onConflict((conflict) => conflict.columns(['workplace_id', 'name']).doUpdateSet(changed)),
  )
}

/**
 * Deletes a business calendar.
 *
 * @returns false when it did not exist.
 */
export async function deleteCalendar(tx: Tx, workplaceId: string, name: string): Promise<boolean> {
  const gone = await tx.query(
    kysely
      .deleteFrom('business_calendar')
      .where('workplace_id', '=', workplaceId)
      .where('name', '=', name)
      .returning('name'),
  )
  return gone.length > 0
}

export function presentCalendar(
  { name, zone, hours, holidays, changed_at, changed_by }: CalendarRow,
  people: People,
): WorkingCalendar {
  return {
    name,
    zone,
    hours: hours as WorkingCalendar['hours'],
    holidays: [...holidays],
    changedAt: changed_at.toISOString(),
    changedBy: people.find(changed_by),
  }
}

import { Temporal } from 'temporal-polyfill'

/**
 * Working hours as data: timers and due dates with a calendar only count working time. Days are numbered as in ISO
 * 8601, 1 for Monday to 7 for Sunday.
 */
export interface BusinessCalendar {
  /** An IANA time zone. */
  readonly zone: string
  /** Working hours of each weekday, as pairs of local times in order: `[['09:00', '12:00'], ['13:00', '17:00']]`. */
  readonly hours: Readonly<Partial<Record<1 | 2 | 3 | 4 | 5 | 6 | 7, readonly (readonly [string, string])[]>>>
  /** Days without work: `2026-12-25`. */
  readonly holidays: readonly string[]
}

const longestSearchInDays = 4000

/**
 * Adds an ISO 8601 duration by a calendar: years, months and weeks count as calendar time, days as working days, times
 * as working time. A result outside working hours moves to the next working moment.
 *
 * @returns null when the text is not a positive duration, or the calendar has no work for years.
 */
export function addWorkingTime(from: Date, text: string, calendar: BusinessCalendar): Date | null {
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase().replace(',', '.'))
    if (duration.sign < 0) return null
    const { years, months, weeks, days } = duration
    const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(calendar.zone)
    const onDay = addWorkingDays(start.add({ years, months, weeks }), days, calendar)
    const end = onDay === null ? null : addWorkingHours(onDay, timeOf(duration), calendar)
    return end === null ? null : new Date(end.epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function timeOf({ hours, minutes, seconds, milliseconds }: Temporal.Duration): number {
  return Temporal.Duration.from({ hours, minutes, seconds, milliseconds }).total('milliseconds')
}

function addWorkingDays(
  start: Temporal.ZonedDateTime,
  days: number,
  calendar: BusinessCalendar,
): Temporal.ZonedDateTime | null {
  let day = start
  for (let left = days, searched = 0; left > 0; searched++) {
    if (searched > longestSearchInDays) return null
    day = day.add({ days: 1 })
    if (listHours(day, calendar).length > 0) left--
  }
  return day
}

function addWorkingHours(
  start: Temporal.ZonedDateTime,
  milliseconds: number,
  calendar: BusinessCalendar,
): Temporal.ZonedDateTime | null {
  let left = milliseconds
  let day = start
  for (let searched = 0; searched <= longestSearchInDays; searched++) {
    for (const [opens, closes] of listHours(day, calendar)) {
      const begin = Math.max(opens.epochMilliseconds, start.epochMilliseconds)
      const open = closes.epochMilliseconds - begin
      if (open <= 0) continue
      // The very end of a day's work is still that day, but never the beginning of nothing.
      if (left < open || (left === open && left > 0)) return atInstant(begin + left, calendar)
      left -= open
    }
    day = day.add({ days: 1 }).startOfDay()
  }
  return null
}

function atInstant(milliseconds: number, { zone }: BusinessCalendar): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone)
}

export type Hours = readonly [opens: Temporal.ZonedDateTime, closes: Temporal.ZonedDateTime]

/** Lists the working hours of the day of a moment. */
export function listHours(day: Temporal.ZonedDateTime, { zone, hours, holidays }: BusinessCalendar): Hours[] {
  const date = day.toPlainDate()
  if (holidays.includes(date.toString())) return []
  const weekday = date.dayOfWeek as keyof BusinessCalendar['hours']
  return (hours[weekday] ?? []).map(([opens, closes]): Hours => [at(date, opens, zone), at(date, closes, zone)])
}

/** `24:00` is the end of the day. */
function at(date: Temporal.PlainDate, time: string, timeZone: string): Temporal.ZonedDateTime {
  if (time === '24:00') return date.add({ days: 1 }).toZonedDateTime(timeZone)
  return date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
}

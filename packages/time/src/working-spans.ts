import { Temporal } from 'temporal-polyfill'
import { type BusinessCalendar, listHours } from './business-calendar.ts'

/**
 * Lists the working hours of a calendar between two moments, in order. Times are milliseconds. Hours that follow each
 * other are one span.
 */
export function listWorkingSpans(calendar: BusinessCalendar, from: number, to: number): [start: number, end: number][] {
  const spans: [number, number][] = []
  const first = Temporal.Instant.fromEpochMilliseconds(Math.floor(from)).toZonedDateTimeISO(calendar.zone).startOfDay()
  for (let day = first; day.epochMilliseconds < to; day = day.add({ days: 1 }).startOfDay())
    for (const [opens, closes] of listHours(day, calendar)) {
      const start = Math.max(opens.epochMilliseconds, from)
      const end = Math.min(closes.epochMilliseconds, to)
      const last = spans.at(-1)
      if (end <= start) continue
      if (last !== undefined && last[1] >= start) last[1] = Math.max(last[1], end)
      else spans.push([start, end])
    }
  return spans
}

/** Returns the hour of the week in a time zone: 0 for Monday from 00:00, 167 for Sunday from 23:00. */
export function hourOfWeek(at: number, zone: string): number {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)
  return (dayOfWeek - 1) * 24 + hour
}

/** Returns the milliseconds of an ISO 8601 duration in UTC, or null when the text is not a duration. */
export function readDuration(text: string): number | null {
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase())
    return duration.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2030-01-01') })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

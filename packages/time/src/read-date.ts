import { Temporal } from 'temporal-polyfill'
import { addWorkingTime, type BusinessCalendar } from './business-calendar.ts'

/**
 * Reads a point in time as models write it: a `Date`, ISO 8601 with or without offset or `[zone]`, a date alone, or a
 * duration counted from `now`. A time without offset is in `zone`, and durations are added by its calendar: a day later
 * is the same time of day, also over a change of daylight-saving time. With a business calendar, durations count
 * working time.
 *
 * @param zone an IANA time zone.
 * @returns null for any other value, or a year with more than four digits, which could not be stored.
 */
export function readDate(
  value: unknown,
  now: Date,
  zone: string,
  calendar: BusinessCalendar | null = null,
): Date | null {
  if (value instanceof Date) return writable(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return /^[-+]?P/i.test(text) ? addDuration(now, text, zone, calendar) : readIsoDate(text, zone)
}

const isoDate =
  /^(?<day>[+-]?\d{4,6}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(?<offset>Z|[+-]\d\d(?::?\d\d)?)?(?:\[(?<zone>[^\]]+)\])?)?$/i

export function readIsoDate(text: string, zone: string): Date | null {
  const groups = isoDate.exec(text.trim())?.groups
  if (groups === undefined) return null
  const local = `${groups.day}T${(groups.time ?? '00:00').replace(',', '.')}`
  try {
    const instant =
      groups.zone === undefined && groups.offset !== undefined
        ? Temporal.Instant.from(`${local}${fullOffset(groups.offset)}`)
        : Temporal.PlainDateTime.from(local)
            .toZonedDateTime(groups.zone ?? zone)
            .toInstant()
    return writable(new Date(instant.epochMilliseconds))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Adds a duration to a date.
 *
 * @returns null when the text is not an ISO 8601 duration, or the sum has a year with more than four digits.
 */
export function addDuration(
  from: Date,
  text: string,
  zone: string,
  calendar: BusinessCalendar | null = null,
): Date | null {
  if (calendar !== null) {
    const end = addWorkingTime(from, text, calendar)
    return end && writable(end)
  }
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase().replace(',', '.'))
    const sum = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add(duration)
    return writable(new Date(sum.epochMilliseconds))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

function writable(date: Date): Date | null {
  return date.getTime() >= earliest && date.getTime() <= latest ? date : null
}

/** `Z`, `+01`, `+0100` and `+01:00` as ISO 8601 wants them. */
function fullOffset(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset.replace(':', '').padEnd(5, '0')
  return `${digits.slice(0, 3)}:${digits.slice(3)}`
}

import { createDate, dateOfEpochDay, type FeelDate } from './date.ts'
import { FeelDateTime } from './date-time.ts'
import { createYearMonthDuration, DayTimeDuration, NANOS, type YearMonthDuration } from './duration.ts'
import { createTime, type FeelTime, MIDNIGHT } from './time.ts'
import { isKnownZone, UTC, type Zone } from './zone.ts'

/**
 * Parses the text of a FEEL date, date and time, time or duration (DMN 1.5, 10.3.2.3.4 to 10.3.2.3.7). Null for any
 * other text.
 */
export function parseAt(text: string): FeelDate | FeelTime | FeelDateTime | DayTimeDuration | YearMonthDuration | null {
  return parseDate(text) ?? parseDateTime(text) ?? parseTime(text) ?? parseDuration(text)
}

const DATE = /^(-?)([1-9]\d{4,8}|\d{4})-(\d\d)-(\d\d)$/

export function parseDate(text: string): FeelDate | null {
  const match = DATE.exec(text)
  if (!match) return null
  const year = Number(match[2])
  return createDate(match[1] ? -year : year, Number(match[3]), Number(match[4]))
}

export function parseTime(text: string): FeelTime | null {
  return readTime(text)?.time ?? null
}

/** Parses a date and time. A date alone is at midnight. `24:00:00` is the midnight at the end of the day. */
export function parseDateTime(text: string): FeelDateTime | null {
  const separator = text.indexOf('T')
  const date = parseDate(separator === -1 ? text : text.slice(0, separator))
  if (!date) return null
  if (separator === -1) return new FeelDateTime(date, MIDNIGHT)
  const read = readTime(text.slice(separator + 1))
  if (!read) return null
  const day = read.isEndOfDay ? dateOfEpochDay(date.epochDay + 1) : date
  return day && new FeelDateTime(day, read.time)
}

export function parseDuration(text: string): DayTimeDuration | YearMonthDuration | null {
  return parseYearMonthDuration(text) ?? parseDayTimeDuration(text)
}

const YEAR_MONTH = /^(-?)P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?$/

function parseYearMonthDuration(text: string): YearMonthDuration | null {
  const match = YEAR_MONTH.exec(text)
  if (!match) return null
  const months = Number(match[2] ?? 0) * 12 + Number(match[3] ?? 0)
  return createYearMonthDuration(match[1] ? -months : months)
}

const DAY_TIME = /^(-?)P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/
/** Far beyond any calendar, and small enough that no text makes the arithmetic slow. */
const MAX_DIGITS = 30

function parseDayTimeDuration(text: string): DayTimeDuration | null {
  const match = DAY_TIME.exec(text)
  if (!match || match.slice(2).some((digits) => digits !== undefined && digits.length > MAX_DIGITS)) return null
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const nanos =
    BigInt(days) * NANOS.day +
    BigInt(hours) * NANOS.hour +
    BigInt(minutes) * NANOS.minute +
    BigInt(seconds) * NANOS.second +
    BigInt(readNanos(fraction))
  return new DayTimeDuration(sign ? -nanos : nanos)
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d(?::\d\d)?|@.+)?$/

function readTime(text: string): { time: FeelTime; isEndOfDay: boolean } | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, hours, minutes, seconds, fraction = '', suffix] = match
  const zone = suffix === undefined ? null : parseZone(suffix)
  if (zone === undefined) return null
  const at = { hour: Number(hours), minute: Number(minutes), second: Number(seconds), nano: readNanos(fraction) }
  const isEndOfDay = at.hour === 24 && at.minute === 0 && at.second === 0 && at.nano === 0
  const time = createTime(isEndOfDay ? { ...at, hour: 0 } : at, zone)
  return time && { time, isEndOfDay }
}

/** Reads `Z`, `+01:00`, `-01:00:30` or `@Europe/Paris`; undefined when there is no such zone. */
function parseZone(text: string): Zone | undefined {
  if (text === 'Z' || text === 'z') return UTC
  if (text.startsWith('@')) {
    const id = text.slice(1)
    return isKnownZone(id) ? { id } : undefined
  }
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number)
  if (minutes > 59 || seconds > 59) return undefined
  const offset = hours * 3600 + minutes * 60 + seconds
  return { offset: text.startsWith('-') ? 0 - offset : offset }
}

/** Digits beyond the nanosecond are cut. */
function readNanos(fraction: string): number {
  return Number(fraction.slice(0, 9).padEnd(9, '0'))
}

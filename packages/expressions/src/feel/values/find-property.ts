import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { DayTimeDuration, NANOS, splitDuration, YearMonthDuration } from '../temporal/duration.ts'
import { FeelTime } from '../temporal/time.ts'
import type { Zone } from '../temporal/zone.ts'
import { add, divide } from './arithmetic.ts'
import { fromBigInt } from './number.ts'
import { FeelRange } from './range.ts'
import type { FeelValue } from './value.ts'

/** Finds a property of a value that is not a context (DMN 1.5, tables 65 and 66). Undefined when it does not exist. */
export function findProperty(value: FeelValue, name: string): FeelValue | undefined {
  if (value instanceof FeelDate) return ofDate(value, name)
  if (value instanceof FeelTime) return ofTime(value, value.offset, name)
  if (value instanceof FeelDateTime) return ofDate(value.date, name) ?? ofTime(value.time, value.offset, name)
  if (value instanceof DayTimeDuration) return ofDayTimeDuration(value, name)
  if (value instanceof YearMonthDuration) return ofYearMonthDuration(value, name)
  return value instanceof FeelRange ? ofRange(value, name) : undefined
}

function ofDate(date: FeelDate, name: string): FeelValue | undefined {
  switch (name) {
    case 'year':
      return date.year
    case 'month':
      return date.month
    case 'day':
      return date.day
    case 'weekday':
      return date.weekday
    default:
      return undefined
  }
}

function ofTime(time: FeelTime, offset: number | null, name: string): FeelValue | undefined {
  switch (name) {
    case 'hour':
      return time.hour
    case 'minute':
      return time.minute
    case 'second':
      return time.second
    case 'time offset':
      return offset === null ? null : new DayTimeDuration(BigInt(offset) * NANOS.second)
    case 'timezone':
      return presentZone(time.zone)
    default:
      return undefined
  }
}

function presentZone(zone: Zone | null): string | null {
  return zone !== null && 'id' in zone ? zone.id : null
}

function ofDayTimeDuration(duration: DayTimeDuration, name: string): FeelValue | undefined {
  const parts = splitDuration(duration)
  switch (name) {
    case 'days':
      return fromBigInt(parts.days)
    case 'hours':
      return parts.hours
    case 'minutes':
      return parts.minutes
    case 'seconds':
      return add(parts.seconds, divide(parts.nanos, 1_000_000_000) ?? 0)
    default:
      return undefined
  }
}

function ofYearMonthDuration(duration: YearMonthDuration, name: string): FeelValue | undefined {
  switch (name) {
    case 'years':
      return Math.trunc(duration.months / 12) + 0
    case 'months':
      return (duration.months % 12) + 0
    default:
      return undefined
  }
}

function ofRange(range: FeelRange, name: string): FeelValue | undefined {
  switch (name) {
    case 'start':
      return range.start ?? null
    case 'end':
      return range.end ?? null
    case 'start included':
      return range.includesStart
    case 'end included':
      return range.includesEnd
    default:
      return undefined
  }
}

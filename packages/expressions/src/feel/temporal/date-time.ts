import { FeelObject } from '../values/feel-object.ts'
import { dateOfEpochDay, type FeelDate } from './date.ts'
import { FeelTime } from './time.ts'
import { offsetAtLocal, offsetAtUtc, type Zone } from './zone.ts'

/** A date with a time of day, which has the zone. */
export class FeelDateTime extends FeelObject {
  readonly kind = 'date and time'
  readonly date: FeelDate
  readonly time: FeelTime

  constructor(date: FeelDate, time: FeelTime) {
    super()
    this.date = date
    this.time = time
  }

  /** Seconds east of UTC at this moment, null for a local date and time. */
  get offset(): number | null {
    const { zone, secondOfDay } = this.time
    return zone === null ? null : offsetAtLocal(zone, this.date.epochDay, secondOfDay)
  }
}

const NANOS_PER_SECOND = 1_000_000_000n
const NANOS_PER_DAY = 86_400n * NANOS_PER_SECOND

/** Returns the nanoseconds since 1970 in UTC, or for a local date and time without a zone. */
export function epochNanos(at: FeelDateTime): bigint {
  return localNanos(at) - BigInt(at.offset ?? 0) * NANOS_PER_SECOND
}

/** Returns the nanoseconds since 1970-01-01T00:00 in local time. */
export function localNanos({ date, time }: FeelDateTime): bigint {
  return BigInt(date.epochDay) * NANOS_PER_DAY + BigInt(time.secondOfDay) * NANOS_PER_SECOND + BigInt(time.nano)
}

/** Returns date and time in a zone at an instant; null beyond the last year. */
export function dateTimeAt(nanos: bigint, zone: Zone | null): FeelDateTime | null {
  const utc = splitNanos(nanos)
  if (Math.abs(utc.day) > Number.MAX_SAFE_INTEGER) return null
  const offset = zone === null ? 0 : offsetAtUtc(zone, utc.day, utc.second)
  const local = splitNanos(nanos + BigInt(offset) * NANOS_PER_SECOND)
  const date = dateOfEpochDay(local.day)
  return date && new FeelDateTime(date, new FeelTime(local.second, local.nano, zone))
}

/** Splits a count of nanoseconds into a day, a second of that day and a nanosecond, the last two never negative. */
export function splitNanos(nanos: bigint): { day: number; second: number; nano: number } {
  let day = nanos / NANOS_PER_DAY
  let rest = nanos % NANOS_PER_DAY
  if (rest < 0n) {
    day -= 1n
    rest += NANOS_PER_DAY
  }
  return { day: Number(day), second: Number(rest / NANOS_PER_SECOND), nano: Number(rest % NANOS_PER_SECOND) }
}

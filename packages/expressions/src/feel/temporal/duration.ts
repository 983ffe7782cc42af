import { FeelObject } from '../values/feel-object.ts'

/** A length of time in nanoseconds: FEEL's days and time duration. */
export class DayTimeDuration extends FeelObject {
  readonly kind = 'days and time duration'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    super()
    this.nanos = nanos
  }
}

/**
 * A length of time in months: FEEL's years and months duration. It is never equal to days and time durations, nor
 * comparable with them.
 */
export class YearMonthDuration extends FeelObject {
  readonly kind = 'years and months duration'
  /** A safe integer. */
  readonly months: number

  constructor(months: number) {
    super()
    this.months = months
  }
}

/** Creates a duration in months; null when their number is not exact. */
export function createYearMonthDuration(months: number): YearMonthDuration | null {
  return Number.isSafeInteger(months) ? new YearMonthDuration(months + 0) : null
}

export const NANOS = {
  second: 1_000_000_000n,
  minute: 60_000_000_000n,
  hour: 3_600_000_000_000n,
  day: 86_400_000_000_000n,
} as const

/** Splits a duration into days, hours, minutes, seconds and nanoseconds, all with the same sign. */
export function splitDuration(duration: DayTimeDuration): {
  days: bigint
  hours: number
  minutes: number
  seconds: number
  nanos: number
} {
  const { nanos } = duration
  return {
    days: nanos / NANOS.day,
    hours: Number((nanos % NANOS.day) / NANOS.hour),
    minutes: Number((nanos % NANOS.hour) / NANOS.minute),
    seconds: Number((nanos % NANOS.minute) / NANOS.second),
    nanos: Number(nanos % NANOS.second),
  }
}

import { atMidnight } from '../types/coerce.ts'
import { divide } from '../values/arithmetic.ts'
import { type FeelNumber, fromBigInt, normalise, toDecimal } from '../values/number.ts'
import { type FeelDuration, type FeelValue, isNumber } from '../values/value.ts'
import { dateOfEpochDay, FeelDate, plusMonths } from './date.ts'
import { dateTimeAt, epochNanos, FeelDateTime, splitNanos } from './date-time.ts'
import { createYearMonthDuration, DayTimeDuration, NANOS, YearMonthDuration } from './duration.ts'
import { FeelTime } from './time.ts'

/** Adds dates, times and durations (DMN 1.5, tables 53 to 56). Null where it is not defined. */
export function addTemporal(left: FeelValue, right: FeelValue): FeelValue {
  if (isDuration(left)) return isDuration(right) ? addDurations(left, right) : addDuration(right, left)
  return isDuration(right) ? addDuration(left, right) : null
}

export function subtractTemporal(left: FeelValue, right: FeelValue): FeelValue {
  if (isDuration(right)) {
    const negated = negateDuration(right)
    return negated && (isDuration(left) ? addDurations(left, negated) : addDuration(left, negated))
  }
  if (left instanceof FeelTime && right instanceof FeelTime) return subtractTimes(left, right)
  if (left instanceof FeelDate && right instanceof FeelDate) {
    return new DayTimeDuration(BigInt(left.epochDay - right.epochDay) * NANOS.day)
  }
  const [from, to] = [asDateTime(right), asDateTime(left)]
  if (!from || !to || (from.time.zone === null) !== (to.time.zone === null)) return null
  return new DayTimeDuration(epochNanos(to) - epochNanos(from))
}

export function multiplyDuration(left: FeelValue, right: FeelValue): FeelValue {
  if (isDuration(left) && isNumber(right)) return scale(left, right)
  return isNumber(left) && isDuration(right) ? scale(right, left) : null
}

export function divideDuration(left: FeelValue, right: FeelValue): FeelValue {
  if (left instanceof DayTimeDuration) {
    if (right instanceof DayTimeDuration) return divideBig(left.nanos, right.nanos)
    return isNumber(right) && right !== 0 ? createDayTime(toDecimal(left.nanos.toString()).div(right)) : null
  }
  if (!(left instanceof YearMonthDuration)) return null
  if (right instanceof YearMonthDuration) return divide(left.months, right.months)
  return isNumber(right) && right !== 0 ? createYearMonth(toDecimal(left.months).div(right)) : null
}

export function negateDuration(value: FeelValue): FeelDuration | null {
  if (value instanceof DayTimeDuration) return new DayTimeDuration(-value.nanos)
  return value instanceof YearMonthDuration ? createYearMonthDuration(-value.months) : null
}

function isDuration(value: FeelValue): value is FeelDuration {
  return value instanceof DayTimeDuration || value instanceof YearMonthDuration
}

function addDurations(left: FeelDuration, right: FeelDuration): FeelDuration | null {
  if (left instanceof DayTimeDuration) {
    return right instanceof DayTimeDuration ? new DayTimeDuration(left.nanos + right.nanos) : null
  }
  return right instanceof YearMonthDuration ? createYearMonthDuration(left.months + right.months) : null
}

function addDuration(value: FeelValue, duration: FeelDuration): FeelValue {
  if (value instanceof FeelDate) return addToDate(value, duration)
  if (value instanceof FeelDateTime) return addToDateTime(value, duration)
  if (value instanceof FeelTime && duration instanceof DayTimeDuration) return addToTime(value, duration)
  return null
}

/** Hours count from midnight; the time that is reached is left out of the result. */
function addToDate(date: FeelDate, duration: FeelDuration): FeelDate | null {
  if (duration instanceof YearMonthDuration) return plusMonths(date, duration.months)
  return dateOfEpochDay(date.epochDay + splitNanos(duration.nanos).day)
}

function addToDateTime(at: FeelDateTime, duration: FeelDuration): FeelDateTime | null {
  if (duration instanceof DayTimeDuration) return dateTimeAt(epochNanos(at) + duration.nanos, at.time.zone)
  const date = plusMonths(at.date, duration.months)
  return date && new FeelDateTime(date, at.time)
}

/** Time of day goes round. */
function addToTime(time: FeelTime, duration: DayTimeDuration): FeelTime {
  const { second, nano } = splitNanos(nanosOfDay(time) + duration.nanos)
  return new FeelTime(second, nano, time.zone)
}

function subtractTimes(left: FeelTime, right: FeelTime): DayTimeDuration | null {
  if ((left.zone === null) !== (right.zone === null)) return null
  const offsets = BigInt((left.offset ?? 0) - (right.offset ?? 0)) * NANOS.second
  return new DayTimeDuration(nanosOfDay(left) - nanosOfDay(right) - offsets)
}

function nanosOfDay(time: FeelTime): bigint {
  return BigInt(time.secondOfDay) * NANOS.second + BigInt(time.nano)
}

function asDateTime(value: FeelValue): FeelDateTime | null {
  if (value instanceof FeelDate) return atMidnight(value)
  return value instanceof FeelDateTime ? value : null
}

function scale(duration: FeelDuration, factor: FeelNumber): FeelDuration | null {
  return duration instanceof DayTimeDuration
    ? createDayTime(toDecimal(duration.nanos.toString()).times(factor))
    : createYearMonth(toDecimal(duration.months).times(factor))
}

/** Fractions of a nanosecond, and of a month, are cut. */
function createDayTime(nanos: ReturnType<typeof toDecimal>): DayTimeDuration | null {
  return nanos.isFinite() && nanos.e < 40 ? new DayTimeDuration(BigInt(nanos.trunc().toFixed())) : null
}

function createYearMonth(months: ReturnType<typeof toDecimal>): YearMonthDuration | null {
  return createYearMonthDuration(months.trunc().toNumber())
}

function divideBig(left: bigint, right: bigint): FeelNumber | null {
  const [dividend, divisor] = [fromBigInt(left), fromBigInt(right)]
  if (dividend === null || divisor === null || divisor === 0) return null
  return normalise(toDecimal(dividend).div(divisor))
}

import { FeelObject } from '../values/feel-object.ts'
import { daysInMonth, fromEpochDay, isoWeekday, MAX_YEAR, toEpochDay } from './calendar.ts'

/** A day of the calendar without time or zone. Years run from -999999999 to 999999999. */
export class FeelDate extends FeelObject {
  readonly kind = 'date'
  readonly year: number
  readonly month: number
  readonly day: number

  constructor(year: number, month: number, day: number) {
    super()
    this.year = year
    this.month = month
    this.day = day
  }

  /** Days since 1970-01-01. */
  get epochDay(): number {
    return toEpochDay(this.year, this.month, this.day)
  }

  /** 1 for Monday to 7 for Sunday. */
  get weekday(): number {
    return isoWeekday(this.epochDay)
  }
}

/** Creates a date; null when it does not exist. */
export function createDate(year: number, month: number, day: number): FeelDate | null {
  const exists =
    Number.isInteger(year) &&
    Math.abs(year) <= MAX_YEAR &&
    Number.isInteger(month) &&
    month >= 1 &&
    month <= 12 &&
    Number.isInteger(day) &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  return exists ? new FeelDate(year, month, day) : null
}

/** Returns the date of a day number since 1970; null beyond the last year. */
export function dateOfEpochDay(epochDay: number): FeelDate | null {
  const { year, month, day } = fromEpochDay(epochDay)
  return Math.abs(year) <= MAX_YEAR ? new FeelDate(year, month, day) : null
}

/** Adds months to a date. The day is limited to the last day of the month (DMN 1.5, table 56). */
export function plusMonths(date: FeelDate, months: number): FeelDate | null {
  const count = date.year * 12 + (date.month - 1) + months
  const year = Math.floor(count / 12)
  if (Math.abs(year) > MAX_YEAR) return null
  const month = count - year * 12 + 1
  return new FeelDate(year, month, Math.min(date.day, daysInMonth(year, month)))
}

/**
 * Returns the whole months between two dates, rounded towards zero: a month is complete when its day of the month is
 * reached.
 */
export function monthsBetween(from: FeelDate, to: FeelDate): number {
  const months = (to.year - from.year) * 12 + (to.month - from.month)
  if (months > 0 && to.day < from.day) return months - 1
  if (months < 0 && to.day > from.day) return months + 1
  return months
}

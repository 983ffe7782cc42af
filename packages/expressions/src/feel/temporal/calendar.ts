/**
 * The last year of FEEL dates, 999999999. Dates use their own arithmetic of the proleptic Gregorian calendar, because
 * `Date` and Temporal cannot represent such years.
 */

export const MAX_YEAR = 999_999_999

const DAYS_PER_400_YEARS = 146_097
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Returns the number of days from 1970-01-01 to a date. */
export function toEpochDay(year: number, month: number, day: number): number {
  // Years that begin in March put the leap day last, so that months need no table.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_400_YEARS + dayOfEra - EPOCH_SHIFT
}

export function fromEpochDay(epochDay: number): { year: number; month: number; day: number } {
  const shifted = epochDay + EPOCH_SHIFT
  const era = Math.floor(shifted / DAYS_PER_400_YEARS)
  const dayOfEra = shifted - era * DAYS_PER_400_YEARS
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** Returns the weekday, 1 for Monday to 7 for Sunday (ISO 8601). */
export function isoWeekday(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1
}

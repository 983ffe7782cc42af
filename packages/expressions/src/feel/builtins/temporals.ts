import { dayNames, monthNames } from '../../calendar-names.ts'
import { toEpochDay } from '../temporal/calendar.ts'
import type { FeelDate } from '../temporal/date.ts'
import { dateTimeAt } from '../temporal/date-time.ts'
import type { Zone } from '../temporal/zone.ts'
import type { FeelFunction } from '../values/function.ts'
import { builtin, signature } from './builtin.ts'
import { day } from './parameters.ts'

/**
 * Functions of dates and of the clock (DMN 1.5, 10.3.4.6 and 10.3.4.7). The clock and its zone are those of the
 * evaluation.
 */
export const TEMPORALS = {
  now: builtin(signature([], (_, { now, zone }) => atInstant(now, zone))),
  today: builtin(signature([], (_, { now, zone }) => atInstant(now, zone)?.date ?? null)),
  'day of year': builtin(signature([day('date')], ([date]) => getDayOfYear(date))),
  'day of week': builtin(signature([day('date')], ([date]) => dayNames[date.weekday - 1] ?? null)),
  'month of year': builtin(signature([day('date')], ([date]) => monthNames[date.month - 1] ?? null)),
  'week of year': builtin(signature([day('date')], ([date]) => getWeekOfYear(date))),
} satisfies Record<string, FeelFunction>

function atInstant(now: Date, zone: Zone) {
  return dateTimeAt(BigInt(now.getTime()) * 1_000_000n, zone)
}

function getDayOfYear(date: FeelDate): number {
  return date.epochDay - toEpochDay(date.year, 1, 1) + 1
}

/** Returns the week of ISO 8601: the one whose Thursday lies in the year has the year's number. */
function getWeekOfYear(date: FeelDate): number {
  const thursday = date.epochDay - date.weekday + 4
  const year = [date.year + 1, date.year].find((candidate) => toEpochDay(candidate, 1, 1) <= thursday) ?? date.year - 1
  return Math.floor((thursday - toEpochDay(year, 1, 1)) / 7) + 1
}

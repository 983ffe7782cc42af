import { type DayRule, readDaysOfMonth, readDaysOfWeek } from './read-days.ts'
import { readValues } from './read-values.ts'

/**
 * A dialect of cron patterns. `spring`, in Camunda 7.24 and Operaton by cron-utils (`SPRING53`): six fields, weekdays
 * from 0 or 7 for Sunday to 6 for Saturday, macros such as `@daily`; a day has to match both day fields. `quartz`, in
 * Flowable and Activiti: six fields or seven with years, weekdays from 1 for Sunday to 7 for Saturday; a day has to
 * match one of two day fields.
 */
export type CronKind = 'spring' | 'quartz'

/** A parsed cron pattern: for each field a sorted list of values without duplicates. */
export interface CronPattern {
  readonly seconds: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  /** The hours are a rhythm (`*`, a range or a step) and not single times of day. */
  readonly hasRhythm: boolean
  readonly months: ReadonlySet<number>
  readonly isDay: DayRule
  /** Null: every year. */
  readonly years: readonly number[] | null
}

const macros: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const monthNumbers = new Map(monthNames.map((name, index) => [name, index + 1]))

/** Characters. Each part of a list is asked for each day of a search. */
const longestPattern = 1000

/** Parses a cron pattern. Null when it is not valid for this kind. */
export function readCron(text: string, kind: CronKind): CronPattern | null {
  if (text.length > longestPattern) return null
  const given = text.trim().toUpperCase()
  const macro = kind === 'spring' ? macros[given.toLowerCase()] : undefined
  const fields = (macro ?? given).split(/\s+/)
  if (fields.length !== 6 && !(kind === 'quartz' && fields.length === 7)) return null
  const [second = '', minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = '*'] = fields
  const seconds = readValues(second, { from: 0, to: 59 })
  const minutes = readValues(minute, { from: 0, to: 59 })
  const hours = readValues(hour, { from: 0, to: 23 })
  const months = readValues(month, { from: 1, to: 12, names: monthNumbers })
  const years = isAny(year) ? null : readValues(year, { from: 1970, to: 2199 })
  const isDay = joinDays(dayOfMonth, dayOfWeek, kind)
  if (seconds === null || minutes === null || hours === null || months === null || isDay === null) return null
  if (years === null && !isAny(year)) return null
  const hasRhythm = /[*?/-]/.test(hour)
  return { seconds, minutes, hours, hasRhythm, months: new Set(months), isDay, years }
}

function joinDays(ofMonth: string, ofWeek: string, kind: CronKind): DayRule | null {
  const [byMonth, byWeek] = [readDaysOfMonth(ofMonth), readDaysOfWeek(ofWeek, kind)]
  if (byMonth === null || byWeek === null) return null
  if (isAny(ofWeek)) return byMonth
  if (isAny(ofMonth)) return byWeek
  return kind === 'spring' ? (day) => byMonth(day) && byWeek(day) : (day) => byMonth(day) || byWeek(day)
}

function isAny(field: string): boolean {
  return field === '*' || field === '?'
}

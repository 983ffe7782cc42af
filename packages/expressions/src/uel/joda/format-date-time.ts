import type { Temporal } from 'temporal-polyfill'
import { dayNames, monthNames } from '../../calendar-names.ts'
import { Fault } from '../environment.ts'

/**
 * Writes a date by a pattern of Joda's DateTimeFormat, which is like Java's SimpleDateFormat except for `e`, `x` and
 * `ZZ`. Names of months, days and AM/PM are English.
 *
 * @throws Fault for an unknown letter.
 */
export function formatDateTime(calendar: Temporal.ZonedDateTime, pattern: string): string {
  return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (run: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'")
    const letter = run.charAt(0)
    if (!Object.hasOwn(letters, letter))
      throw new Fault(`Expected a date pattern, but '${letter}' stands for nothing in it.`)
    return letters[letter]!(calendar, run.length)
  })
}

const letters: Record<string, (calendar: Temporal.ZonedDateTime, width: number) => string> = {
  G: () => 'AD',
  C: ({ year }, width) => pad(Math.trunc(year / 100), width),
  Y: ({ year }, width) => presentYear(year, width),
  y: ({ year }, width) => presentYear(year, width),
  x: ({ yearOfWeek, year }, width) => presentYear(yearOfWeek ?? year, width),
  w: ({ weekOfYear }, width) => pad(weekOfYear ?? 0, width),
  e: ({ dayOfWeek }, width) => pad(dayOfWeek, width),
  u: ({ dayOfWeek }, width) => pad(dayOfWeek, width),
  E: ({ dayOfWeek }, width) => shorten(dayNames[dayOfWeek - 1]!, width),
  D: ({ dayOfYear }, width) => pad(dayOfYear, width),
  d: ({ day }, width) => pad(day, width),
  M: ({ month }, width) => (width < 3 ? pad(month, width) : shorten(monthNames[month - 1]!, width)),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  K: ({ hour }, width) => pad(hour % 12, width),
  h: ({ hour }, width) => pad(hour % 12 || 12, width),
  H: ({ hour }, width) => pad(hour, width),
  k: ({ hour }, width) => pad(hour || 24, width),
  m: ({ minute }, width) => pad(minute, width),
  s: ({ second }, width) => pad(second, width),
  S: ({ millisecond }, width) => pad(millisecond, 3).padEnd(width, '0').slice(0, width),
  z: ({ timeZoneId }) => timeZoneId,
  Z: (calendar, width) => presentOffset(calendar, width),
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

function shorten(name: string, width: number): string {
  return width > 3 ? name : name.slice(0, 3)
}

function presentYear(year: number, width: number): string {
  return width === 2 ? pad(year % 100, 2) : pad(year, width)
}

/** `Z` is +0100, `ZZ` +01:00, `ZZZ` the zone's name. */
function presentOffset({ offset, timeZoneId }: Temporal.ZonedDateTime, width: number): string {
  if (width > 2) return timeZoneId
  return width === 1 ? offset.replace(':', '') : offset
}

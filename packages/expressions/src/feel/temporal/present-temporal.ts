import type { FeelDate } from './date.ts'
import type { FeelDateTime } from './date-time.ts'
import { type DayTimeDuration, splitDuration, type YearMonthDuration } from './duration.ts'
import type { FeelTime } from './time.ts'
import type { Zone } from './zone.ts'

/** Presents a date as FEEL's `string` function does, so that parsing it returns the same date. */
export function presentDate(date: FeelDate): string {
  const year = String(Math.abs(date.year)).padStart(4, '0')
  return `${date.year < 0 ? '-' : ''}${year}-${pad(date.month)}-${pad(date.day)}`
}

export function presentTime(time: FeelTime): string {
  const clock = `${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}${presentFraction(time.nano)}`
  return time.zone === null ? clock : clock + presentZone(time.zone)
}

export function presentDateTime(at: FeelDateTime): string {
  return `${presentDate(at.date)}T${presentTime(at.time)}`
}

export function presentYearMonthDuration(duration: YearMonthDuration): string {
  const months = Math.abs(duration.months)
  const text = present('Y', Math.floor(months / 12)) + present('M', months % 12)
  return `${duration.months < 0 ? '-' : ''}P${text || '0M'}`
}

export function presentDayTimeDuration(duration: DayTimeDuration): string {
  const isNegative = duration.nanos < 0n
  const { days, hours, minutes, seconds, nanos } = splitDuration(duration)
  const fraction = presentFraction(Math.abs(nanos))
  const second = seconds === 0 && !fraction ? '' : `${Math.abs(seconds)}${fraction}S`
  const clock = present('H', Math.abs(hours)) + present('M', Math.abs(minutes)) + second
  const day = days === 0n ? '' : `${isNegative ? -days : days}D`
  if (!day && !clock) return 'PT0S'
  return `${isNegative ? '-' : ''}P${day}${clock ? `T${clock}` : ''}`
}

function present(unit: string, amount: number): string {
  return amount === 0 ? '' : `${amount}${unit}`
}

function presentZone(zone: Zone): string {
  if ('id' in zone) return `@${zone.id}`
  if (zone.offset === 0) return 'Z'
  const total = Math.abs(zone.offset)
  const seconds = total % 60
  const clock = `${pad(Math.floor(total / 3600))}:${pad(Math.floor(total / 60) % 60)}`
  return `${zone.offset < 0 ? '-' : '+'}${clock}${seconds ? `:${pad(seconds)}` : ''}`
}

function presentFraction(nano: number): string {
  return nano === 0
    ? ''
    : `.${String(nano)
        .padStart(9, '0')
        .replace(/(?<!0)0+$/, '')}`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

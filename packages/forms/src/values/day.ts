import type { Fault } from '../messages/catalogue.ts'

/** The result of reading an entry: a value, or the fault of the entry. */
export type Read<V> =
  | { readonly ok: true; readonly value: V }
  | {
      readonly ok: false
      readonly fault: Fault
      /** The valid part of the entry, if there is one. */
      readonly rest?: V
    }

const dayExample = '30/11/2026'

/**
 * Reads a day as people type it (`DD/MM/YYYY`, one or two digits, `/`, `.` or `-` between) or as data carries it
 * (`YYYY-MM-DD`). Years have four digits: a short year would be a guess.
 */
export function readDay(entry: string): Read<string> {
  const text = entry.trim()
  const typed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text)
  if (typed) return dayOf(Number(typed[4]), Number(typed[3]), Number(typed[1]))
  const stored = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (stored) return dayOf(Number(stored[1]), Number(stored[2]), Number(stored[3]))
  return { ok: false, fault: { code: 'date.invalid', params: { example: dayExample } } }
}

/** Presents `YYYY-MM-DD` as `DD/MM/YYYY`. */
export function presentDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** Days in a month of the Gregorian calendar; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function dayOf(year: number, month: number, day: number): Read<string> {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 1) {
    return { ok: false, fault: { code: 'date.invalid', params: { example: dayExample } } }
  }
  const days = daysInMonth(year, month)
  if (day > days) {
    const example = presentDay(isoDay(year, month, days))
    return { ok: false, fault: { code: 'date.no-such-day', params: { month, days, example } } }
  }
  return { ok: true, value: isoDay(year, month, day) }
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

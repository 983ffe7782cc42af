import { presentDay } from '../../lib/dates.ts'
import { readDay } from '../list/moments.ts'

/** The precision of a date field: a day, or a day with a time. */
export type Precision = 'day' | 'minute'

const isoPatterns = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  minute: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
} as const satisfies Record<Precision, RegExp>

/** Whether a value of a date field is empty or valid: `2026-11-21`, or `2026-11-21T16:00` with a time. */
export function isDateValue(value: string, precision: Precision): boolean {
  if (value === '') return true
  const [day = '', time = '00:00'] = value.split('T')
  return isoPatterns[precision].test(value) && readDay(presentDay(day)) !== null && isTime(time)
}

/** Presents a value of a date field as `21/11/2026` or `21/11/2026 16:00`. Returns other texts unchanged. */
export function presentDateValue(value: string, precision: Precision): string {
  if (value === '' || !isDateValue(value, precision)) return value
  const [day = '', time] = value.split('T')
  return time === undefined ? presentDay(day) : `${presentDay(day)} ${time}`
}

/**
 * Reads the text of a date field, such as `21/11/2026` or `21/11/2026 16:00`, as a value. Values are read too. Seconds are cut off, because
 * users copy times from pages. Returns an invalid text unchanged, and an empty text for spaces.
 */
export function readDateText(text: string, precision: Precision): string {
  const trimmed = text.trim()
  if (precision === 'day') return readDay(trimmed) ?? (trimmed === '' ? '' : text)
  const [, dayText = '', hour = '', minute = ''] = /^(\S{8,10}) +(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(trimmed) ?? []
  const day = readDay(dayText)
  const time = `${hour.padStart(2, '0')}:${minute}`
  if (day === null || !isTime(time)) return trimmed === '' ? '' : text
  return `${day}T${time}`
}

function isTime(time: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
}

/** Replaces the day of a value and keeps its time. A value without a time gets 17:00. */
export function replaceDay(value: string, day: string, precision: Precision): string {
  if (precision === 'day') return day
  const time = isDateValue(value, precision) && value !== '' ? value.slice(11) : '17:00'
  return `${day}T${time}`
}

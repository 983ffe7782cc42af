import { daysInMonth } from '../values/day.ts'
import { readInstant } from '../values/instant.ts'
import type { FieldBinding } from './types.ts'

/** The date pattern of Camunda, Flowable and Activiti for fields without one. */
export const defaultDatePattern = 'dd/MM/yyyy'

/** Returns whether dates in this pattern have a time. */
export function hasTime(pattern: string): boolean {
  return /[HhKkms]/.test(pattern.replace(/'[^']*'/g, ''))
}

/**
 * Converts an evaluated value, a default or the binding's expression, into the entry of a field. Date texts are parsed
 * by the pattern of the model; others are returned unchanged, for the user to see.
 */
export function toFieldEntry({ datePattern }: FieldBinding, value: unknown, timeZone: string): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string' || datePattern === null) return value
  return readByPattern(value, datePattern, timeZone) ?? value
}

/**
 * Reads a date in a pattern of `java.text.SimpleDateFormat` and gives the instant in ISO 8601, or null. Understands the
 * letters y, M (numbers and English names), d, H, h, m, s, S, a and quoted text.
 */
export function readByPattern(text: string, pattern: string, timeZone: string): string | null {
  const found = new Map<string, string>()
  let rest = text.trim()
  for (const [token] of pattern.trim().matchAll(tokens)) {
    const letter = token.charAt(0)
    const reader = readerOf(letter, token.length)
    const matched = reader === null ? readLiteral(rest, token) : reader.exec(rest)?.[0]
    if (matched === null || matched === undefined) return null
    if (reader !== null) found.set(letter, matched)
    rest = rest.slice(matched.length)
  }
  return rest === '' ? toInstant(found, timeZone) : null
}

const tokens = /([a-zA-Z])\1*|''|'(?:[^']|'')*'|[^a-zA-Z']+/g

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Null for text that stands for itself. */
function readerOf(letter: string, length: number): RegExp | null {
  if (!/[a-zA-Z]/.test(letter)) return null
  if (letter === 'y') return length === 2 ? /^\d{2}/ : /^\d{4}/
  if (letter === 'M' && length > 2) return new RegExp(`^(?:${months.join('|')})[a-z]*`, 'i')
  if (letter === 'a') return /^[ap]m/i
  if (letter === 'S') return /^\d{1,3}/
  return 'MdHhms'.includes(letter) ? /^\d{1,2}/ : /^(?!)/
}

function readLiteral(rest: string, token: string): string | null {
  const literal = token === "''" ? "'" : token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token
  return rest.startsWith(literal) ? literal : null
}

function toInstant(found: ReadonlyMap<string, string>, timeZone: string): string | null {
  const year = found.get('y')
  const month = monthOf(found.get('M'))
  const day = Number(found.get('d') ?? 1)
  if (year === undefined || month === null) return null
  // Two digits mean the century that SimpleDateFormat would take, give or take its sliding by 20 years.
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  if (day > daysInMonth(fullYear, month)) return null
  const hour = hourOf(found)
  const time = [hour, Number(found.get('m') ?? 0), Number(found.get('s') ?? 0)].map((part) =>
    String(part).padStart(2, '0'),
  )
  const read = readInstant(
    `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${String(fullYear).padStart(4, '0')} ${time.join(':')}`,
    timeZone,
  )
  return read.ok ? read.value : null
}

function monthOf(text: string | undefined): number | null {
  if (text === undefined) return 1
  const number = /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1
  return number >= 1 && number <= 12 ? number : null
}

function hourOf(found: ReadonlyMap<string, string>): number {
  const hour = Number(found.get('H') ?? found.get('h') ?? 0)
  if (!found.has('a') || found.has('H')) return hour
  const isAfternoon = found.get('a')?.toLowerCase() === 'pm'
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

import { readDay } from './day.ts'
import { readIsoInstant, startOfDay } from './instant.ts'

/**
 * Prints a day (`YYYY-MM-DD`) as another text has its day: `2026-10-13`, `13/10/2026`, `13.10.2026`, `13-10-2026`.
 * Null when that text has no day.
 */
export function printDayLike(text: string, day: string): string | null {
  const like = text.trim()
  if (!readDay(like).ok) return null
  const separator = /^\d{1,2}([/.-])/.exec(like)?.[1]
  return separator === undefined ? day : day.split('-').reverse().join(separator)
}

/**
 * Prints a day in the format of the text that it replaces: an ISO 8601 instant becomes the start of the new day in
 * `dayZone`, and a day keeps its separators. Returns `day` unchanged if one of the two is not a text.
 */
export function printDayOrInstantLike(text: unknown, day: unknown, dayZone: string): unknown {
  if (typeof text !== 'string' || typeof day !== 'string') return day
  if (readIsoInstant(text.trim()) !== null) return startOfDay(day, dayZone)
  return printDayLike(text, day) ?? day
}

import { readDateByPattern } from '@millrace/forms'
import { readTime } from '../values/time.ts'

/**
 * Reads a date in a pattern of `java.text.SimpleDateFormat` such as `dd/MM/yyyy`. ISO 8601 is accepted for every
 * pattern. Returns null for a text that fits neither; no pattern causes an exception.
 */
export function readDate(text: string, pattern: string): Date | null {
  // Without a year SimpleDateFormat takes 1970.
  const read = /y/.test(pattern.replaceAll(/'[^']*'/g, ''))
    ? readDateByPattern(text, pattern, 'UTC')
    : readDateByPattern(`1970 ${text}`, `yyyy ${pattern}`, 'UTC')
  return read === null ? readTime(text) : new Date(read)
}

import { readDateByPattern } from '@millrace/forms'
import { readTime } from '../values/time.ts'

/**
 * Reads a date in a pattern of `java.text.SimpleDateFormat` such as `dd/MM/yyyy`, and times in ISO 8601 whatever the
 * pattern says. A pattern is the designer's: whatever it is, a text that does not fit it is null.
 */
export function readDate(text: string, pattern: string): Date | null {
  // Without a year SimpleDateFormat takes 1970.
  const read = /y/.test(pattern.replaceAll(/'[^']*'/g, ''))
    ? readDateByPattern(text, pattern, 'UTC')
    : readDateByPattern(`1970 ${text}`, `yyyy ${pattern}`, 'UTC')
  return read === null ? readTime(text) : new Date(read)
}

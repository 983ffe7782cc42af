import { describe, expect, it } from 'vitest'
import { readDate } from './read-date.ts'

describe('a date of a form field', () => {
  it.each([
    ['24/12/2030', 'dd/MM/yyyy', '2030-12-24T00:00:00.000Z'],
    ['2030-12-24 17:05:09', 'yyyy-MM-dd HH:mm:ss', '2030-12-24T17:05:09.000Z'],
    ['24. Dec 30', 'dd. MMM yy', '2030-12-24T00:00:00.000Z'],
    ['2030-12-24T17:05', "yyyy-MM-dd'T'HH:mm", '2030-12-24T17:05:00.000Z'],
    ['24/12', 'dd/MM', '1970-12-24T00:00:00.000Z'],
    ['2030-12-24T17:05:09.000+0000', 'dd/MM/yyyy', '2030-12-24T17:05:09.000Z'],
    // Of a part that comes twice the last one counts, as in Java.
    ['24/25/2030', 'dd/dd/yyyy', '2030-01-25T00:00:00.000Z'],
  ])('is read: %s by %s', (text, pattern, instant) => {
    expect(readDate(text, pattern)?.toISOString()).toBe(instant)
  })

  it.each([
    ...['dd/dd/yyyy', 'yyyyyyyy', 'yyyyyyyy-MM-MM', 'HH:mm:ss:ss', "dd'MM", '(?<day>', '[', '(', '\\', '*', '{2}', ''],
    ...['EEE dd MMM', 'QQ/ww', 'dd/MM/yyyy['.repeat(50), '٣', '\u0000', "''''", '__proto__', 'dd/MM/yyyy'.repeat(1000)],
  ])('that does not fit its pattern is none, whatever the pattern is: %j', (pattern) => {
    expect(readDate('no date at all', pattern)).toBeNull()
  })
})

import { expect, it } from 'vitest'
import { isDateValue, presentDateValue, readDateText, replaceDay } from './day-text.ts'

it.each([
  ['day', '1/2/2026', '2026-02-01', '01/02/2026'],
  ['day', ' 29/02/2028 ', '2028-02-29', '29/02/2028'],
  ['day', '2026-02-01', '2026-02-01', '01/02/2026'],
  ['minute', '1/2/2026 9:05', '2026-02-01T09:05', '01/02/2026 09:05'],
  ['minute', '21/11/2026   16:00:59', '2026-11-21T16:00', '21/11/2026 16:00'],
] as const)('reads a %s from “%s”', (precision, text, value, shown) => {
  expect(readDateText(text, precision)).toBe(value)
  expect(isDateValue(value, precision)).toBe(true)
  expect(presentDateValue(value, precision)).toBe(shown)
})

it.each([
  ['day', '31/02/2026'],
  ['day', '2026-02-31'],
  ['day', '01/02/2026 10:00'],
  ['minute', '01/02/2026'],
  ['minute', '01/02/2026 24:00'],
  ['minute', '01/02/2026 10:60'],
  ['minute', '29/02/2026 10:00'],
  ['minute', '2026-02-01T10:00Z'],
  ['minute', '2026-02-01T25:00'],
  ['minute', '2026-13-01T10:00'],
] as const)('keeps a text that is no %s: “%s”', (precision, text) => {
  expect(readDateText(text, precision)).toBe(text)
  expect(isDateValue(text, precision)).toBe(false)
  expect(presentDateValue(text, precision)).toBe(text)
})

it('keeps the time of a value whose day is replaced, and gives 17:00 to others', () => {
  expect(replaceDay('2026-02-01T09:05', '2026-03-01', 'minute')).toBe('2026-03-01T09:05')
  for (const before of ['', '31/02/2026 10:00'])
    expect(replaceDay(before, '2026-03-01', 'minute')).toBe('2026-03-01T17:00')
  expect(replaceDay('', '2026-03-01', 'day')).toBe('2026-03-01')
})

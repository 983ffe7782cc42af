import { expect, test } from 'vitest'
import { hasTime, readByPattern, toFieldEntry } from './date-pattern.ts'

test.each([
  ['24/11/2026', 'dd/MM/yyyy', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24T16:05', "yyyy-MM-dd'T'HH:mm", '2026-11-24T16:05:00.000Z'],
  ['24 Nov 2026', 'd MMM yyyy', '2026-11-24T00:00:00.000Z'],
  ['november 24, 2026', 'MMMM d, yyyy', '2026-11-24T00:00:00.000Z'],
  ['11/24/26 4:05 pm', 'MM/dd/yy h:mm a', '2026-11-24T16:05:00.000Z'],
  ['12:00 AM 01.02.2026', 'hh:mm a dd.MM.yyyy', '2026-02-01T00:00:00.000Z'],
  ["5 o'clock 24/11/2026", "H 'o''clock' dd/MM/yyyy", '2026-11-24T05:00:00.000Z'],
])('%s in the pattern %s is %s', (text, pattern, instant) => {
  expect(readByPattern(text, pattern, 'UTC')).toBe(instant)
})

test.each([
  ['24.11.2026', 'dd/MM/yyyy'],
  ['31/11/2026', 'dd/MM/yyyy'],
  ['24/11/2026 rest', 'dd/MM/yyyy'],
  ['24/13/2026', 'dd/MM/yyyy'],
  ['24/11', 'dd/MM'],
  ['CET 2026', 'z yyyy'],
  ['', 'dd/MM/yyyy'],
])('%j does not fit %s', (text, pattern) => {
  expect(readByPattern(text, pattern, 'UTC')).toBeNull()
})

test('a pattern with hours, minutes or seconds has a time', () => {
  expect([hasTime('dd/MM/yyyy'), hasTime('HH:mm'), hasTime("yyyy 'has'")]).toEqual([false, true, false])
})

test('what the engine evaluated becomes what the field reads', () => {
  const day = { key: 'a', variable: 'a', expression: null, defaultValue: null, datePattern: 'MM/dd/yyyy' }
  expect(toFieldEntry(day, '11/24/2026', 'Europe/Berlin')).toBe('2026-11-23T23:00:00.000Z')
  expect(toFieldEntry(day, new Date('2026-11-24T00:00:00Z'), 'UTC')).toBe('2026-11-24T00:00:00.000Z')
  expect(toFieldEntry(day, 'soon', 'UTC')).toBe('soon')
  expect(toFieldEntry({ ...day, datePattern: null }, '11/24/2026', 'UTC')).toBe('11/24/2026')
})

import { expect, test } from 'vitest'
import { daysInMonth, presentDay, readDay } from './day.ts'

test.each([
  ['24/11/2026', '2026-11-24'],
  ['1/2/2026', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  [' 29-02-2024 ', '2024-02-29'],
  ['2026-11-24', '2026-11-24'],
  ['01/01/0001', '0001-01-01'],
])('%j is read as %s', (entry, day) => {
  expect(readDay(entry)).toEqual({ ok: true, value: day })
})

test.each([
  '',
  'tomorrow',
  '24/11/26',
  '24/11',
  '24/11.2026',
  '24/13/2026',
  '0/1/2026',
  '32/1/2026',
  '24/11/0000',
  '2026-1-1',
  '١/١/٢٠٢٦',
])('%j is no day', (entry) => {
  expect(readDay(entry)).toMatchObject({ ok: false, fault: { code: 'date.invalid' } })
})

test('a day that the month does not have is answered with the number of its days and the last of them', () => {
  expect(readDay('31/11/2026')).toEqual({
    ok: false,
    fault: { code: 'date.no-such-day', params: { month: 11, days: 30, example: '30/11/2026' } },
  })
  expect(readDay('29/02/2100')).toMatchObject({
    ok: false,
    fault: { params: { month: 2, days: 28, example: '28/02/2100' } },
  })
})

test('what is shown can be read again', () => {
  expect(readDay(presentDay('2026-02-01'))).toEqual({ ok: true, value: '2026-02-01' })
})

test('months have the days of the Gregorian calendar', () => {
  expect([1, 2, 3, 4].map((month) => daysInMonth(2000, month))).toEqual([31, 29, 31, 30])
  expect(daysInMonth(1900, 2)).toBe(28)
})

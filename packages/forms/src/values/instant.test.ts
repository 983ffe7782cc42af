import { expect, test } from 'vitest'
import { dayOfInstant, findWholeDay, presentInstant, readInstant, startOfDay } from './instant.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['30/11/2026 16:00', '2026-11-30T15:00:00.000Z'],
  ['30/11/2026 16:00:05', '2026-11-30T15:00:05.000Z'],
  ['1/7/2026, 8:30', '2026-07-01T06:30:00.000Z'],
  ['2026-11-30T16:00', '2026-11-30T15:00:00.000Z'],
  ['2026-11-30T16:00:00Z', '2026-11-30T16:00:00.000Z'],
  ['2026-11-30T16:00:00.000+0100', '2026-11-30T15:00:00.000Z'],
  ['2026-11-30T16:00:00.123456-05:30', '2026-11-30T21:30:00.123Z'],
])('%j typed in Berlin is %s', (entry, instant) => {
  expect(readInstant(entry, berlin)).toEqual({ ok: true, value: instant })
})

test.each([
  '',
  '30/11/2026',
  '30/11/2026 24:00',
  '30/11/2026 12:60',
  '30/11/2026 12:00:61',
  'noon',
  '30/13/2026 12:00',
  '2026-02-30T12:00:00Z',
])('%j is no instant', (entry) => {
  expect(readInstant(entry, berlin).ok).toBe(false)
})

test('a day that does not exist is named', () => {
  expect(readInstant('31/11/2026 12:00', berlin)).toMatchObject({ fault: { code: 'date.no-such-day' } })
})

test('a time that the change to summer time skips moves forward by the gap', () => {
  expect(readInstant('29/03/2026 02:30', berlin)).toEqual({ ok: true, value: '2026-03-29T01:30:00.000Z' })
  expect(presentInstant('2026-03-29T01:30:00.000Z', berlin)).toBe('29/03/2026 03:30:00')
})

test('a time that happens twice is the earlier one', () => {
  expect(readInstant('25/10/2026 02:30', berlin)).toEqual({ ok: true, value: '2026-10-25T00:30:00.000Z' })
})

test('days begin at midnight of the time zone, also where the clock is far from Greenwich', () => {
  expect(startOfDay('2026-11-24', berlin)).toBe('2026-11-23T23:00:00.000Z')
  expect(startOfDay('2026-11-24', 'Pacific/Kiritimati')).toBe('2026-11-23T10:00:00.000Z')
  expect(startOfDay('2026-11-24', 'America/Los_Angeles')).toBe('2026-11-24T08:00:00.000Z')
  expect(dayOfInstant('2026-11-23T23:00:00.000Z', berlin)).toBe('2026-11-24')
})

test.each([
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-13', '2026-10-12T18:15:00.000Z'],
])('in %s the day %s is whole, also where no clock shows its midnight', (zone, day, instant) => {
  expect(startOfDay(day, zone)).toBe(instant)
  expect(dayOfInstant(instant, zone)).toBe(day)
  expect(findWholeDay(instant, zone)).toBe(day)
  expect(findWholeDay(instant, 'Europe/Berlin')).toBe(zone === 'Africa/Cairo' ? '2024-04-26' : null)
  expect(findWholeDay('no date', zone)).toBeNull()
})

test('every hour of a year comes back as it was shown', () => {
  for (let hour = 0; hour < 365 * 24; hour += 7) {
    const instant = new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
    const again = readInstant(presentInstant(instant, 'America/Sao_Paulo'), 'America/Sao_Paulo')
    expect(again).toEqual({ ok: true, value: instant })
  }
})

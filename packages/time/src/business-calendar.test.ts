import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { addWorkingTime, type BusinessCalendar } from './business-calendar.ts'

const day = [
  ['09:00', '12:00'],
  ['13:00', '17:00'],
] as const
const office: BusinessCalendar = {
  zone: 'Europe/Berlin',
  hours: { 1: day, 2: day, 3: day, 4: day, 5: day },
  holidays: ['2026-04-03', '2026-04-06'],
}
/** Times of the office, without their offset. */
function add(from: string, duration: string, calendar = office): string | null {
  const start = Temporal.PlainDateTime.from(from).toZonedDateTime(calendar.zone)
  const end = addWorkingTime(new Date(start.epochMilliseconds), duration, calendar)
  return end === null
    ? null
    : Temporal.Instant.fromEpochMilliseconds(end.getTime())
        .toZonedDateTimeISO(calendar.zone)
        .toPlainDateTime()
        .toString()
}

describe('working time', () => {
  it.each([
    ['2026-03-02T10:00', 'PT1H', '2026-03-02T11:00:00'],
    ['2026-03-02T11:00', 'PT2H', '2026-03-02T14:00:00'],
    ['2026-03-02T16:00', 'PT2H', '2026-03-03T10:00:00'],
    ['2026-03-06T16:30', 'PT1H', '2026-03-09T09:30:00'],
    ['2026-03-02T07:00', 'PT1H', '2026-03-02T10:00:00'],
    ['2026-03-07T12:00', 'PT0S', '2026-03-09T09:00:00'],
    ['2026-03-02T09:00', 'PT7H', '2026-03-02T17:00:00'],
    ['2026-03-02T09:00', 'PT14H', '2026-03-03T17:00:00'],
    ['2026-03-02T10:00', 'P1D', '2026-03-03T10:00:00'],
    ['2026-03-06T10:00', 'P1D', '2026-03-09T10:00:00'],
    ['2026-03-02T10:00', 'P1W', '2026-03-09T10:00:00'],
    ['2026-04-02T16:00', 'PT2H', '2026-04-07T10:00:00'],
    ['2026-04-02T10:00', 'P1DT1H', '2026-04-07T11:00:00'],
  ])('from %s, %s leads to %s', (from, duration, end) => {
    expect(add(from, duration)).toBe(end)
  })

  it('counts hours as they are over a change of daylight-saving time', () => {
    const night = { zone: 'Europe/Berlin', hours: { 7: [['00:00', '24:00']] }, holidays: [] } as const
    expect(add('2026-03-29T01:00', 'PT2H', night)).toBe('2026-03-29T04:00:00')
  })

  it('is none for what leads backwards, what is no duration and a calendar without work', () => {
    expect(add('2026-03-02T10:00', '-PT1H')).toBeNull()
    expect(add('2026-03-02T10:00', 'soon')).toBeNull()
    for (const duration of ['PT1H', 'P1D'])
      expect(add('2026-03-02T10:00', duration, { ...office, hours: {} })).toBeNull()
  })
})

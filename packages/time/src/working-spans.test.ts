import { expect, it } from 'vitest'
import { hourOfWeek, listWorkingSpans, readDuration } from './working-spans.ts'

const at = (text: string) => Date.parse(text)

it('lists working hours day by day, also over a change of the clock, without holidays', () => {
  const calendar = {
    zone: 'Europe/Berlin',
    hours: {
      5: [
        ['09:00', '12:00'],
        ['12:00', '17:00'],
      ],
      6: [['22:00', '24:00']],
      7: [['00:00', '04:00']],
    },
    holidays: ['2030-03-29'],
  } as const
  const spans = listWorkingSpans(calendar, at('2030-03-22T10:00:00Z'), at('2030-04-01T00:00:00Z'))
  expect(spans.map((span) => span.map((one) => new Date(one).toISOString().slice(0, 16)))).toEqual([
    ['2030-03-22T10:00', '2030-03-22T16:00'],
    ['2030-03-23T21:00', '2030-03-24T03:00'],
    // The clock goes forward: this night has one hour less.
    ['2030-03-30T21:00', '2030-03-31T02:00'],
  ])
})

it('knows the hour of the week in a time zone', () => {
  expect(hourOfWeek(at('2030-01-07T00:30:00Z'), 'UTC')).toBe(0)
  expect(hourOfWeek(at('2030-01-07T00:30:00Z'), 'America/New_York')).toBe(6 * 24 + 19)
})

it.each([
  ['PT2H', 7_200_000],
  ['P1D', 86_400_000],
  ['R3/PT1H', null],
  ['${due}', null],
])('reads the duration %s', (text, expected) => expect(readDuration(text)).toBe(expected))

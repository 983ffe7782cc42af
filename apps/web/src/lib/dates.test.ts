import { describe, expect, it } from 'vitest'
import { describeDue, getEndOfDay, presentDate, presentDateTime, toSpan, toSpans } from './dates.ts'

/** In the reader's time zone, whatever it is. */
const at = (day: number, hours = 0, minutes = 0, month = 10, year = 2026) =>
  new Date(year, month, day, hours, minutes, 5)
const now = at(21, 10, 30)

describe('dates', () => {
  it('are shown as day, month and year with two digits each', () => {
    expect(presentDate(at(1, 0, 0, 0))).toBe('01/01/2026')
    expect(presentDateTime(at(21, 16, 4))).toBe('21/11/2026 16:04:05')
  })

  it('of the end of the day are those of the calendar, also over the end of a year', () => {
    expect(getEndOfDay(at(31, 23, 59, 11))).toEqual(new Date(2027, 0, 1))
    expect(getEndOfDay(now, 6)).toEqual(new Date(2026, 10, 28))
  })
})

describe('a due date', () => {
  it.each([
    [at(19, 10, 30), { tone: 'late', kind: 'overdue', by: { unit: 'day', count: 2 } }],
    [at(21, 10, 29), { tone: 'late', kind: 'overdue', by: { unit: 'minute', count: 1 } }],
    [at(21, 16), { tone: 'today', kind: 'today', time: '16:00' }],
    [at(21, 23, 59), { tone: 'today', kind: 'today', time: '23:59' }],
    [at(22, 0, 1), { tone: 'plain', kind: 'tomorrow' }],
    [at(24, 8), { tone: 'plain', kind: 'date', text: '24/11' }],
    [at(2, 8, 0, 0, 2027), { tone: 'plain', kind: 'date', text: '02/01/2027' }],
  ])('%s is described by its day', (due, expected) => {
    expect(describeDue(due.toISOString(), now)).toEqual(expected)
  })
})

describe('a length of time', () => {
  it.each([
    [-5_000, { unit: 'second', count: 0 }],
    [59_999, { unit: 'second', count: 59 }],
    [20 * 60_000, { unit: 'minute', count: 20 }],
    [119 * 60_000, { unit: 'hour', count: 1 }],
    [49 * 3_600_000, { unit: 'day', count: 2 }],
  ])('of %i ms is counted in one unit, rounded down', (length, expected) => {
    expect(toSpan(length)).toEqual(expected)
  })

  it('has a second unit where it still says something', () => {
    expect(toSpans(50 * 3_600_000)).toEqual([
      { unit: 'day', count: 2 },
      { unit: 'hour', count: 2 },
    ])
    expect(toSpans(72 * 60_000)).toEqual([
      { unit: 'hour', count: 1 },
      { unit: 'minute', count: 12 },
    ])
    expect(toSpans(48 * 3_600_000 + 60_000)).toEqual([{ unit: 'day', count: 2 }])
  })
})

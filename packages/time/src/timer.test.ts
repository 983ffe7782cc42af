import { describe, expect, it } from 'vitest'
import { firstDue, nextDue } from './timer.ts'

const now = new Date('2026-03-02T10:00:00Z')
const first = (kind: 'date' | 'duration' | 'cycle', value: unknown, zone = 'UTC', at = now) => {
  const due = firstDue(kind, value, at, zone)
  return due.ok ? due.at.toISOString() : due.message
}

/** All times of a cycle, each fired when it is due. */
function listTimes(cycle: string, { zone = 'UTC', from = now, most = 5 } = {}): string[] {
  const due = firstDue('cycle', cycle, from, zone)
  if (!due.ok) throw new Error(due.message)
  const times = [due.at]
  let { cycle: left } = due
  while (left !== null && times.length < most) {
    const last = times.at(-1) ?? from
    const next = nextDue(left, last, last, zone)
    if (next === null) break
    times.push(next.at)
    left = next.cycle
  }
  return times.map((time) => time.toISOString())
}

describe('a timer', () => {
  it.each([
    ['2026-04-01T10:00:00Z', '2026-04-01T10:00:00.000Z'],
    ['2026-04-01T10:00:00+02:00', '2026-04-01T08:00:00.000Z'],
    ['2026-04-01T10:00:00', '2026-04-01T08:00:00.000Z'],
    ['2026-04-01', '2026-03-31T22:00:00.000Z'],
    ['2026-04-01T10:00:00[America/New_York]', '2026-04-01T14:00:00.000Z'],
    [' 2026-04-01T10:00:00,5Z ', '2026-04-01T10:00:00.500Z'],
  ])('reads the date %s in its zone', (text, at) => {
    expect(first('date', text, 'Europe/Berlin')).toBe(at)
  })

  it.each([
    ['PT10M', '2026-03-02T10:10:00.000Z'],
    ['P1DT2H', '2026-03-03T12:00:00.000Z'],
    ['P1M', '2026-04-02T10:00:00.000Z'],
    ['P1Y2M3W', '2027-05-23T10:00:00.000Z'],
    ['PT0.5S', '2026-03-02T10:00:00.500Z'],
  ])('adds the duration %s', (text, at) => {
    expect(first('duration', text)).toBe(at)
  })

  it('takes a date unchanged', () => {
    const date = new Date('2030-01-01T00:00:00Z')
    for (const kind of ['date', 'duration', 'cycle'] as const) expect(first(kind, date)).toBe(date.toISOString())
  })

  it.each([
    ['date', 'soon', 'expected a date such as 2026-01-31T10:00:00Z, but it gave “soon”.'],
    ['date', null, 'expected a date such as 2026-01-31T10:00:00Z, but it gave nothing.'],
    ['date', '2026-02-30', 'expected a date such as 2026-01-31T10:00:00Z, but it gave “2026-02-30”.'],
    ['duration', 'PX', 'expected a duration such as PT10M, but it gave “PX”.'],
    ['duration', 'P9999999999Y', 'expected a duration such as PT10M, but it gave “P9999999999Y”.'],
    ['duration', 'P8000Y', 'expected a duration such as PT10M, but it gave “P8000Y”.'],
    ['date', '+275760-09-13', 'expected a date such as 2026-01-31T10:00:00Z, but it gave “+275760-09-13”.'],
    ['date', '0000-12-31', 'expected a date such as 2026-01-31T10:00:00Z, but it gave “0000-12-31”.'],
    ['date', new Date(Number.NaN), 'expected a date such as 2026-01-31T10:00:00Z, but it gave “Invalid Date”.'],
    [
      'cycle',
      'R0/PT1M',
      'expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “R0/PT1M”.',
    ],
    [
      'cycle',
      '* * *',
      'expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “* * *”.',
    ],
    ...[
      'R3/soon/PT1M',
      'R3/PT1M/soon',
      'R3/2026-13-01T00:00:00Z/PT1M',
      'R3/2026-04-01/PT1M/2026-05-01/2026-06-01',
      'R3/a/b/PT1M',
      'R99999999999999999999/PT1M',
    ].map(
      (cycle) =>
        [
          'cycle',
          cycle,
          `expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “${cycle}”.`,
        ] as const,
    ),
    ['cycle', '', 'expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “”.'],
  ] as const)('of %s cannot be %o', (kind, value, message) => {
    expect(first(kind, value)).toBe(message)
  })
})

describe('over a change of daylight-saving time', () => {
  const zone = 'Europe/Berlin'
  const before = new Date('2026-03-28T11:00:00Z')

  it('a day later is the same time of day, and 24 hours later are 24 hours later', () => {
    expect(first('duration', 'P1D', zone, before)).toBe('2026-03-29T10:00:00.000Z')
    expect(first('duration', 'PT24H', zone, before)).toBe('2026-03-29T11:00:00.000Z')
  })

  it('a time that does not exist is the one after the gap, and of two the first counts', () => {
    expect(first('date', '2026-03-29T02:30:00', zone)).toBe('2026-03-29T01:30:00.000Z')
    expect(first('date', '2026-10-25T02:30:00', zone)).toBe('2026-10-25T00:30:00.000Z')
  })

  it('a daily cycle keeps its time of day', () => {
    expect(listTimes('R4/2026-03-28T08:00:00/P1D', { zone, from: before })).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
      '2026-03-31T06:00:00.000Z',
    ])
  })

  it('a cron pattern keeps its time of day, and comes once where an hour comes twice', () => {
    expect(listTimes('0 0 8 * * ?', { zone, from: new Date('2026-03-28T00:00:00Z'), most: 2 })).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
    ])
    const autumn = listTimes('0 30 2 * * ?', { zone, from: new Date('2026-10-24T12:00:00Z'), most: 2 })
    expect(autumn.map((time) => time.slice(0, 10))).toEqual(['2026-10-25', '2026-10-26'])
  })

  it('also in a zone that is half an hour off', () => {
    expect(first('duration', 'P1D', 'Australia/Lord_Howe', new Date('2026-04-03T20:00:00Z'))).toBe(
      '2026-04-04T20:30:00.000Z',
    )
  })
})

describe('a cycle', () => {
  it('comes as often as it says', () => {
    expect(listTimes('R3/PT1H')).toEqual([
      '2026-03-02T11:00:00.000Z',
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T13:00:00.000Z',
    ])
    expect(listTimes('R/PT1H')).toHaveLength(5)
    expect(listTimes('R1/PT1H')).toHaveLength(1)
  })

  it('begins at its start and ends before its end', () => {
    expect(listTimes('R5/2026-05-01T00:00:00Z/P1D')[0]).toBe('2026-05-01T00:00:00.000Z')
    expect(listTimes('R/PT1H/2026-03-02T12:30:00Z')).toHaveLength(2)
    expect(listTimes('R/2026-03-02T12:00:00Z/PT1H/2026-03-02T14:00:00Z')).toHaveLength(3)
  })

  it('ends before an end date beside it, for ISO cycles and cron patterns', () => {
    const bounds = { endDate: '2026-03-02T12:30:00Z' }
    for (const cycle of ['R/PT1H', '0 0 * * * ?']) {
      const due = firstDue('cycle', cycle, now, 'UTC', bounds)
      expect(due).toMatchObject({ ok: true, isOver: false })
      const [first, second] = [new Date('2026-03-02T11:00:00Z'), new Date('2026-03-02T12:00:00Z')]
      const next = nextDue(due.ok ? (due.cycle ?? '') : '', first, first, 'UTC', bounds)
      expect(next?.at).toEqual(second)
      expect(nextDue(next?.cycle ?? '', second, second, 'UTC', bounds)).toBeNull()
    }
  })

  it('is over before it begins when its end has passed', () => {
    expect(firstDue('cycle', 'R/PT1H', now, 'UTC', { endDate: '2026-03-02T10:30:00Z' })).toMatchObject({
      ok: true,
      isOver: true,
    })
  })

  it('leaves out what a stopped server has missed', () => {
    const late = new Date('2026-03-02T15:30:00Z')
    expect(nextDue('R/PT1H', now, late, 'UTC')?.at.toISOString()).toBe('2026-03-02T16:00:00.000Z')
    expect(nextDue('R/P1D', now, new Date('2026-03-05T11:00:00Z'), 'UTC')?.at.toISOString()).toBe(
      '2026-03-06T10:00:00.000Z',
    )
    expect(nextDue('R7/PT1H', now, late, 'UTC')).toMatchObject({ cycle: 'R1/PT1H' })
    expect(nextDue('R3/PT1H', now, late, 'UTC')).toBeNull()
    expect(nextDue('R/PT1S', new Date('2016-03-02T10:00:00Z'), now, 'UTC')?.at.toISOString()).toBe(
      '2026-03-02T10:00:01.000Z',
    )
  })

  it('fired by hand before its time still comes at its time, once less', () => {
    const due = new Date('2026-03-02T11:00:00Z')
    expect(nextDue('R2/PT1H', due, now, 'UTC')).toEqual({ at: due, cycle: 'R1/PT1H' })
    expect(nextDue('R/PT1H', due, now, 'UTC')).toEqual({ at: due, cycle: 'R/PT1H' })
    expect(nextDue('0 0 * * * ?', due, now, 'UTC')?.at).toEqual(due)
    expect(nextDue('R0/PT1H', due, now, 'UTC')).toBeNull()
    expect(nextDue('R0/PT1H', due, now, 'UTC', { countsTimesOnly: true })).toEqual({ at: due, cycle: 'R0/PT1H' })
  })

  it('of no length comes to an end', () => {
    expect(nextDue('R/PT0S', now, now, 'UTC')).toBeNull()
  })
})

describe('a cron pattern', () => {
  it.each([
    ['0 0 9 * * MON-FRI', '2026-03-03T09:00:00.000Z'],
    ['0 0/15 * * * ?', '2026-03-02T10:15:00.000Z'],
    ['0 0 12 1 * ?', '2026-04-01T12:00:00.000Z'],
    ['0 0 12 ? * 2', '2026-03-02T12:00:00.000Z'],
    ['0 0 12 ? * 1', '2026-03-08T12:00:00.000Z'],
    ['0 0 12 L * ?', '2026-03-31T12:00:00.000Z'],
    ['0 0 0 1 1 ? 2030', '2030-01-01T00:00:00.000Z'],
  ])('reads %s as Quartz does', (pattern, at) => {
    expect(listTimes(pattern, { most: 1 })).toEqual([at])
  })
})

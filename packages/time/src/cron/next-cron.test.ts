import { describe, expect, it } from 'vitest'
import { nextCron } from './next-cron.ts'
import type { CronKind } from './read-cron.ts'

/** A Monday. */
const monday = '2026-03-02T10:00:00Z'

function listTimes(pattern: string, kind: CronKind, { from = monday, zone = 'UTC', most = 1 } = {}): string[] {
  const times: Date[] = []
  for (let at: Date | null = new Date(from); at !== null && times.length < most; ) {
    at = nextCron(pattern, at, zone, kind)
    if (at !== null) times.push(at)
  }
  return times.map((time) => time.toISOString().replace(':00.000Z', ''))
}

describe('a cron pattern of Spring', () => {
  it.each([
    ['0 0 9 ? * 1', '2026-03-09T09:00'],
    ['0 0 9 ? * 0', '2026-03-08T09:00'],
    ['0 0 9 ? * 7', '2026-03-08T09:00'],
    ['0 0 9 ? * sun', '2026-03-08T09:00'],
    ['0 0 9 ? * 5-7', '2026-03-06T09:00'],
    ['0 0 9 ? * L', '2026-03-08T09:00'],
    ['0 0 9 ? * 5L', '2026-03-27T09:00'],
    ['0 0 9 ? * 5#2', '2026-03-13T09:00'],
    ['0 0 9 13 * FRI', '2026-03-13T09:00'],
    ['0 0 9 14 * FRI', '2026-08-14T09:00'],
    ['@daily', '2026-03-03T00:00'],
    ['@midnight', '2026-03-03T00:00'],
    ['@hourly', '2026-03-02T11:00'],
    ['@weekly', '2026-03-08T00:00'],
    ['@monthly', '2026-04-01T00:00'],
    ['@yearly', '2027-01-01T00:00'],
    ['@annually', '2027-01-01T00:00'],
  ])('%s comes next at %s', (pattern, at) => {
    expect(listTimes(pattern, 'spring')).toEqual([at])
  })

  it.each(['0 0 0 1 1 ? 2030', '0 9 * * *', '0 0 9 ? * 8', '@noon'])('cannot be %s', (pattern) => {
    expect(nextCron(pattern, new Date(monday), 'UTC', 'spring')).toBeNull()
  })
})

describe('a cron pattern of Quartz', () => {
  it.each([
    ['0 0 9 ? * 1', '2026-03-08T09:00'],
    ['0 0 9 ? * 2', '2026-03-09T09:00'],
    ['0 0 9 ? * SUN', '2026-03-08T09:00'],
    ['0 0 9 ? * L', '2026-03-07T09:00'],
    ['0 0 9 ? * 5L', '2026-03-26T09:00'],
    ['0 0 9 ? * 5#2', '2026-03-12T09:00'],
    ['0 0 9 13 * FRI', '2026-03-06T09:00'],
    ['0 0 0 1 1 ? 2030', '2030-01-01T00:00'],
    ['0 0 0 29 2 ? 2026-2030', '2028-02-29T00:00'],
    ['0 0 0 1 1 ? 2027/2', '2027-01-01T00:00'],
  ])('%s comes next at %s', (pattern, at) => {
    expect(listTimes(pattern, 'quartz')).toEqual([at])
  })

  it.each(['0 0 9 ? * 0', '@daily', '0 0 0 1 1 ? 1969', '0 0 0 1 1 ? 2025', '0 0 0 1 1 ? 2030 1'])(
    'cannot be %s',
    (pattern) => {
      expect(nextCron(pattern, new Date(monday), 'UTC', 'quartz')).toBeNull()
    },
  )
})

describe('a cron pattern of either kind', () => {
  const kinds = ['spring', 'quartz'] as const

  it.each([
    ['0 0 9 L * ?', ['2026-03-31T09:00', '2026-04-30T09:00']],
    ['0 0 9 L-3 * ?', ['2026-03-28T09:00', '2026-04-27T09:00']],
    ['0 0 9 LW 5 ?', ['2026-05-29T09:00', '2027-05-31T09:00']],
    ['0 0 9 L-1W 5 ?', ['2026-05-29T09:00', '2027-05-31T09:00']],
    ['0 0 9 15W 3 ?', ['2026-03-16T09:00', '2027-03-15T09:00']],
    ['0 0 9 1W 8 ?', ['2026-08-03T09:00', '2027-08-02T09:00']],
    ['0 0 9 1,L 4 ?', ['2026-04-01T09:00', '2026-04-30T09:00']],
    ['0 0 9 ? * FRIL', ['2026-03-27T09:00', '2026-04-24T09:00']],
    ['0 0 9 ? * FRI#5', ['2026-05-29T09:00', '2026-07-31T09:00']],
    ['0 0 22-2 * * ?', ['2026-03-02T22:00', '2026-03-02T23:00', '2026-03-03T00:00', '2026-03-03T01:00']],
    ['0 0 20-2/3 * * ?', ['2026-03-02T20:00', '2026-03-02T23:00', '2026-03-03T02:00', '2026-03-03T20:00']],
    ['0 0 9 ? * FRI-MON', ['2026-03-06T09:00', '2026-03-07T09:00', '2026-03-08T09:00', '2026-03-09T09:00']],
    ['0 0 9 ? * FRI-MON/2', ['2026-03-06T09:00', '2026-03-08T09:00', '2026-03-13T09:00']],
    ['0 0 9 ? * MON-FRI', ['2026-03-03T09:00', '2026-03-04T09:00', '2026-03-05T09:00', '2026-03-06T09:00']],
    ['0 0 0 1 NOV-FEB ?', ['2026-11-01T00:00', '2026-12-01T00:00', '2027-01-01T00:00', '2027-02-01T00:00']],
    ['0 /20 8-10 * * ?', ['2026-03-02T10:20', '2026-03-02T10:40', '2026-03-03T08:00']],
    ['0 50/5 10 * * *', ['2026-03-02T10:50', '2026-03-02T10:55', '2026-03-03T10:50']],
    ['0 0 9 29 2 ?', ['2028-02-29T09:00', '2032-02-29T09:00']],
    ['  0   0 9\t* * mon-wed ', ['2026-03-03T09:00', '2026-03-04T09:00', '2026-03-09T09:00']],
  ])('%s comes as it says', (pattern, times) => {
    for (const kind of kinds) expect(listTimes(pattern, kind, { most: times.length })).toEqual(times)
  })

  it('comes each second, but never at the instant that is asked about', () => {
    const after = new Date('2026-03-02T10:00:00.250Z')
    for (const kind of kinds)
      expect(nextCron('* * * * * ?', after, 'UTC', kind)?.toISOString()).toBe('2026-03-02T10:00:01.000Z')
  })

  it.each([
    '',
    '* * *',
    '0 0 24 * * ?',
    '60 0 9 * * ?',
    '0 0 9 32 * ?',
    '0 0 9 ? 13 *',
    '0 0 9 ? * FRI#6',
    '0 0 9 L-31 * ?',
    '0 0 9 0W * ?',
    '0 */0 9 * * ?',
    '0 0 9 , * ?',
    '0 0 9- * * ?',
    '0 0 9 ? FEB-NONE *',
    '0 0 9 30 2 ?',
    `0 ${'1,'.repeat(1000)}1 9 * * ?`,
  ])('cannot be “%s”', (pattern) => {
    for (const kind of kinds) expect(nextCron(pattern, new Date(monday), 'UTC', kind)).toBeNull()
  })
})

describe('a cron pattern on a day on which the clocks change', () => {
  const zone = 'Europe/Berlin'
  const list = (pattern: string, from: string, most: number, where = zone) =>
    listTimes(pattern, 'spring', { from, zone: where, most })

  it('comes behind the gap when its time does not exist, and then at its time again', () => {
    expect(list('0 30 2 * * ?', '2026-03-28T10:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
    expect(list('0 30 2,3 * * ?', '2026-03-28T10:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-29T01:30'])
  })

  it('comes once when its time comes twice, but continues in both as a rhythm', () => {
    expect(list('0 30 2 * * ?', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
    expect(list('0 */30 * * * ?', '2026-10-24T23:30:00Z', 4)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
    ])
    expect(list('0 */30 * * * ?', '2026-03-29T00:00:00Z', 3)).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ])
  })

  it('comes at the first instant of a day that has no midnight', () => {
    expect(list('0 0 0 * * ?', '2026-04-23T12:00:00Z', 2, 'Africa/Cairo')).toEqual([
      '2026-04-23T22:00',
      '2026-04-24T21:00',
    ])
  })
})

import { expect, test } from 'vitest'
import { checkTimer } from './check-timer.ts'

test.each([
  'R3/PT1H/2020-01-01T00:00:00Z',
  'R/P1D/2019-12-31T00:00:00Z',
  'R3/2027-05-01T00:00:00Z/PT1H/2027-04-01T00:00:00Z',
  'R/2027-05-01T00:00:00Z/P1D/2027-04-30T23:59:59Z',
])('a cycle that ends before its first time can never fire: %s', (cycle) => {
  for (const cron of ['spring', 'quartz'] as const)
    expect(checkTimer('cycle', cycle, cron)).toEqual({
      ok: false,
      message: `expected a cycle that can happen, but “${cycle}” ends before its first time.`,
    })
})

test.each(['0 0 0 30 2 ?', '0 0 9 31 2,4,6,9,11 ?', '0 0 9 1 1 ? 2019', 'R0/PT1H'])('nor can %s', (cycle) => {
  for (const cron of ['spring', 'quartz'] as const) expect(checkTimer('cycle', cycle, cron).ok).toBe(false)
})

test.each([
  'R3/PT1H',
  'R3/PT1H/2099-01-01T00:00:00Z',
  'R1/2027-05-01T00:00:00Z/PT1H/2027-05-01T00:00:00Z',
  'R3/2019-05-01T00:00:00Z/PT1H',
  '0 0 0 29 2 ?',
])('%s can', (cycle) => {
  expect(checkTimer('cycle', cycle, 'quartz')).toEqual({ ok: true })
})

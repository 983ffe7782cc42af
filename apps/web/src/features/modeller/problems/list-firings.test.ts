import { expect, it } from 'vitest'
import { listFirings } from './list-firings.ts'

const asked = { kind: 'cycle', now: new Date('2026-03-02T10:00:00Z'), zone: 'UTC', calendar: null } as const

it('lists the next times of a cron pattern as the model means it, and says whose pattern it is', () => {
  const first = (text: string, cron: 'spring' | 'quartz') => {
    const firings = listFirings({ ...asked, text, cron })
    return firings.ok ? [firings.cron, firings.times[0]?.slice(0, 10), firings.times.length] : null
  }
  expect(first('0 0 9 ? * 1', 'spring')).toEqual(['spring', '2026-03-09', 10])
  expect(first('0 0 9 ? * 1', 'quartz')).toEqual(['quartz', '2026-03-08', 10])
  expect(first('@daily', 'spring')).toEqual(['spring', '2026-03-03', 10])
  expect(first('@daily', 'quartz')).toBeNull()
  expect(first('R3/PT10M', 'spring')).toEqual([null, '2026-03-02', 3])
})

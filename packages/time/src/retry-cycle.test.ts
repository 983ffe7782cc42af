import { describe, expect, it } from 'vitest'
import { nextTry, readRetryCycle } from './retry-cycle.ts'

describe('a retry cycle', () => {
  it.each([
    ['R5/PT10M', { tries: 5, rests: ['PT10M'] }],
    ['PT1M,PT5M, PT1H', { tries: 4, rests: ['PT1M', 'PT5M', 'PT1H'] }],
    ['PT1M', { tries: 2, rests: ['PT1M'] }],
    ['R0/PT1M', null],
    ['often', null],
    ['', null],
  ])('%o is read', (text, cycle) => {
    expect(readRetryCycle(text)).toEqual(cycle)
  })

  it('rests longer after each failure of a list, the last one for ever', () => {
    const now = new Date('2026-03-02T10:00:00Z')
    const cycle = { tries: 4, rests: ['PT1M', 'PT5M'] }
    expect([3, 2, 1].map((left) => nextTry(cycle, left, now, 'UTC')?.toISOString().slice(11, 16))).toEqual([
      '10:01',
      '10:05',
      '10:05',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { createHeavyRuns } from './heavy-runs.ts'

describe('runs that were too much for the loop', () => {
  it('are remembered for a minute', () => {
    let now = 0
    const runs = createHeavyRuns(() => now)
    expect(runs.has('a')).toBe(false)
    runs.add('a')
    now = 59_999
    expect(runs.has('a')).toBe(true)
    expect(runs.has('b')).toBe(false)
    now = 60_000
    expect(runs.has('a')).toBe(false)
  })

  it('are remembered for a minute from the last time', () => {
    let now = 0
    const runs = createHeavyRuns(() => now)
    runs.add('a')
    now = 40_000
    runs.add('a')
    now = 80_000
    expect(runs.has('a')).toBe(true)
  })

  it('are a thousand at most: the oldest are forgotten', () => {
    const runs = createHeavyRuns(() => 0)
    for (let index = 0; index < 1001; index++) runs.add(String(index))
    expect([runs.has('0'), runs.has('1'), runs.has('1000')]).toEqual([false, true, true])
  })
})

import { expect, it } from 'vitest'
import { moveToEnd } from './move.ts'

/** As many are played as the time of a test allows; more by `npm run soak`. */
const seeds = Array.from({ length: process.env.MILLRACE_SOAK === '1' ? 600 : 60 }, (_, index) => index + 1)

it('tokens of random processes that are moved anywhere come to an end, or are refused with nothing changed', () => {
  const moved = seeds.map(moveToEnd)
  const sum = (of: 'done' | 'refused') => moved.reduce((total, one) => total + one[of], 0)
  expect(sum('done')).toBeGreaterThan(seeds.length)
  expect(sum('refused')).toBeGreaterThan(0)
})

import { expect, it } from 'vitest'
import { moveToEnd } from './move.ts'

/** As many are played as the time of a test allows; more by `npm run soak`. */
const isSoak = process.env.MILLRACE_SOAK === '1'
const seeds = Array.from({ length: isSoak ? 600 : 35 }, (_, index) => index + 1)

it('moves of tokens in random processes lead to an end, are refused with nothing changed, or are undone without a trace', () => {
  const moved = seeds.map(moveToEnd)
  const sum = (of: 'done' | 'refused' | 'undone') => moved.reduce((total, one) => total + one[of], 0)
  expect(sum('done')).toBeGreaterThan(seeds.length / 2)
  expect(sum('refused')).toBeGreaterThan(0)
  expect(sum('undone')).toBeGreaterThan(isSoak ? 150 : 0)
})

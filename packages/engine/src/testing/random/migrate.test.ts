import { expect, it } from 'vitest'
import { migrateToEnd } from './migrate.ts'

/** As many are played as the time of a test allows; more by `npm run soak`. */
const isSoak = process.env.MILLRACE_SOAK === '1'
const seeds = Array.from({ length: isSoak ? 600 : 35 }, (_, index) => index + 1)

it('migrations of random processes lead to the same end, are refused with nothing changed, or are undone without a trace', () => {
  const migrated = seeds.map(migrateToEnd)
  const sum = (of: 'done' | 'refused' | 'undone') => migrated.reduce((total, one) => total + one[of], 0)
  expect(sum('done')).toBeGreaterThan(seeds.length)
  expect(sum('refused')).toBeGreaterThan(0)
  expect(sum('undone')).toBeGreaterThan(isSoak ? 150 : 0)
})

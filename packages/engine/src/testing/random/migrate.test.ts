import { expect, it } from 'vitest'
import { migrateToEnd } from './migrate.ts'

/** As many are played as the time of a test allows; more by `npm run soak`. */
const seeds = Array.from({ length: process.env.MILLRACE_SOAK === '1' ? 600 : 60 }, (_, index) => index + 1)

it('random processes that are migrated on their way come to their end, or are refused with nothing changed', () => {
  const migrated = seeds.map(migrateToEnd)
  const sum = (of: 'done' | 'refused') => migrated.reduce((total, one) => total + one[of], 0)
  expect(sum('done')).toBeGreaterThan(seeds.length)
  expect(sum('refused')).toBeGreaterThan(0)
})

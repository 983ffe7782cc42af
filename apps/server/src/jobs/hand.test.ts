import { expect, it } from 'vitest'
import { createHand } from './hand.ts'
import type { ClaimedJob } from './leases.ts'

it('counts a job once that is claimed again after its lease ran out', () => {
  const hand = createHand({ sort: 'step', most: 8, maxPerWorkplace: 8 })
  const job: ClaimedJob = {
    ...{ workplaceId: 'place', id: 'job', rootId: 'root', kind: 'before', isExclusive: true },
    ...{ attempts: 0, host: null, workerId: 'here' },
  }
  const again = { ...job, attempts: 1 }
  hand.take([job])
  hand.take([again])
  expect([hand.has(job), hand.has(again), hand.countOf('place')]).toEqual([false, true, 1])
  hand.drop(again)
  expect([hand.count(), hand.countOf('place')]).toEqual([0, 0])
})

import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { collectGarbage, isWorthTrimming } from './idle-memory.ts'

const MB = 1024 * 1024

it.each([
  ['idle with much that is not in use', { utilization: 0.01, heldBytes: 240 * MB, usedBytes: 120 * MB }, null, true],
  ['idle with little that is not in use', { utilization: 0.01, heldBytes: 130 * MB, usedBytes: 120 * MB }, null, false],
  ['busy', { utilization: 0.3, heldBytes: 240 * MB, usedBytes: 120 * MB }, null, false],
  [
    'idle with garbage of the load since the last time',
    { utilization: 0, heldBytes: 240 * MB, usedBytes: 230 * MB },
    120 * MB,
    true,
  ],
  [
    'idle with as much as the last collection left',
    { utilization: 0, heldBytes: 140 * MB, usedBytes: 60 * MB },
    130 * MB,
    false,
  ],
])('%s', (_what, load, leftBytes, expected) => {
  expect(isWorthTrimming(load, leftBytes)).toBe(expected)
})

it('returns what nobody uses any more', async () => {
  let garbage: object[] | null = Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: [index] }))
  const before = getHeapStatistics().used_heap_size
  expect(garbage).toHaveLength(1_000_000)
  garbage = null
  await collectGarbage()
  expect(before - getHeapStatistics().used_heap_size).toBeGreaterThan(30 * MB)
})

import { expect, it } from 'vitest'
import { createCallLimits } from './call-limits.ts'

const at = (workplaceId: string, host = 'a') => ({ workplaceId, host })

/** A call that lasts until it is told to end. */
function createCall() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), call: () => ended }
}

it('lets so many calls out of a workplace to one host, and others wait for their turn', async () => {
  const limits = createCallLimits({ most: 10, maxPerWorkplace: 3, maxPerHost: 1 })
  const first = createCall()
  const running = limits.run(at('one'), 1000, first.call)
  let isStarted = false
  const waiting = limits.run(at('one', 'A'), 60_000, async () => {
    isStarted = true
    return 7
  })
  // Another host, and another workplace, have room.
  expect(await limits.run(at('one', 'b'), 1000, async () => 1)).toEqual({ value: 1 })
  expect(await limits.run(at('two'), 1000, async () => 2)).toEqual({ value: 2 })
  expect(isStarted).toBe(false)
  first.end()
  await running
  expect(await waiting).toEqual({ value: 7 })
})

it('says so when there is no room in time, and gives a place back after a failure', async () => {
  const limits = createCallLimits({ most: 1, maxPerWorkplace: 1, maxPerHost: 1 })
  const first = createCall()
  const running = limits.run(at('one'), 1000, first.call)
  expect(await limits.run(at('two'), 1, async () => 1)).toBeNull()
  first.end()
  await running
  await expect(limits.run(at('one'), 1000, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await limits.run(at('one'), 1000, async () => 3)).toEqual({ value: 3 })
})

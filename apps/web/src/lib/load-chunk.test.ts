import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, PartMissing } from './load-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const lost = () => new TypeError('Failed to fetch dynamically imported module: x')

it('tries once more after a second', async () => {
  const load = vi.fn().mockRejectedValueOnce(lost()).mockResolvedValueOnce('page')
  const loaded = loadChunk(load)
  await vi.advanceTimersByTimeAsync(999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await loaded).toBe('page')
})

it('gives up after the second failure', async () => {
  const load = vi.fn().mockRejectedValue(lost())
  const loaded = expect(loadChunk(load)).rejects.toBeInstanceOf(PartMissing)
  await vi.advanceTimersByTimeAsync(1_000)
  await loaded
  expect(load).toHaveBeenCalledTimes(2)
})

it('waits 120000 ms for an answer, then asks once more, and waits as long again', async () => {
  const load = vi.fn(() => new Promise(() => {}))
  let failure: unknown = null
  loadChunk(load).catch((error: unknown) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1 + 999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toBeInstanceOf(PartMissing)
})

it('does not try again what goes wrong in the part itself', async () => {
  const load = vi.fn().mockRejectedValue(new TypeError('x is not a function'))
  await expect(loadChunk(load)).rejects.toThrow('x is not a function')
  expect(load).toHaveBeenCalledTimes(1)
})

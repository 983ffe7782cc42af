import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chunkTimeout, loadChunk } from './load-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tries once more after a second', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('page')
  const loaded = loadChunk(load)
  await vi.advanceTimersByTimeAsync(999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await loaded).toBe('page')
})

it('gives up after the second failure', async () => {
  const load = vi.fn().mockRejectedValue(new Error('offline'))
  const loaded = expect(loadChunk(load)).rejects.toThrow('offline')
  await vi.advanceTimersByTimeAsync(1_000)
  await loaded
  expect(load).toHaveBeenCalledTimes(2)
})

it('does not wait longer than two minutes for an answer', async () => {
  const load = vi.fn(() => new Promise(() => {}))
  const loaded = expect(loadChunk(load)).rejects.toThrow('did not arrive')
  await vi.advanceTimersByTimeAsync(chunkTimeout + 1_000 + chunkTimeout)
  await loaded
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports the first thing at once and what comes after it in gaps that grow', () => {
  const announce = vi.fn()
  const { add } = gather(announce)
  add(['tasks'])
  expect(announce.mock.calls).toEqual([[['tasks']]])
  // Something comes ten times a second for a minute: after 1, 2, 4, 8, 16, 16 … seconds.
  for (let ms = 0; ms < 60_000; ms += 100) {
    add(['tasks', 'everything'])
    vi.advanceTimersByTime(100)
  }
  expect(announce).toHaveBeenCalledTimes(7)
  expect(announce.mock.lastCall).toEqual([['tasks', 'everything']])
  // After a gap without anything the next is told at once again, and the one after it in a second.
  vi.advanceTimersByTime(40_000)
  announce.mockClear()
  add(['tasks'])
  add(['tasks'])
  expect(announce).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(announce).toHaveBeenCalledTimes(2)
})

it('has nothing to say where nothing came', () => {
  const announce = vi.fn()
  const { add, stop } = gather(announce)
  add([])
  vi.advanceTimersByTime(60_000)
  stop()
  expect(announce).not.toHaveBeenCalled()
})

it('says what still waits when it is stopped, and nothing later', () => {
  const announce = vi.fn()
  const { add, stop } = gather(announce)
  add(['tasks'])
  add(['everything'])
  stop()
  expect(announce.mock.calls).toEqual([[['tasks']], [['everything']]])
  vi.advanceTimersByTime(60_000)
  expect(announce).toHaveBeenCalledTimes(2)
})

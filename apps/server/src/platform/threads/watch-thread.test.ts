import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findThreadId, threadTime } from './thread-time.ts'
import { type Taken, watchThread } from './watch-thread.ts'

/** A thread that works natively: it answers when that is over, which is never here. */
const silent = {
  getHeapStatistics: () => new Promise(() => {}),
  cpuUsage: () => new Promise(() => {}),
} as unknown as Worker

it.runIf(process.platform === 'linux')('of a thread that shows nothing the time is read from outside', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const looks: Taken[] = []
  // This one, so that it is known how long it has worked.
  const stop = watchThread(silent, findThreadId(), (taken) => looks.push(taken))
  vi.advanceTimersToNextTimer()
  expect(looks).toEqual([])
  const before = threadTime()
  vi.advanceTimersToNextTimer()
  const after = threadTime()
  stop()
  expect(looks).toEqual([{ held: null, at: expect.any(Number) }])
  // Two numbers in steps of 10 ms.
  expect(looks[0]?.at).toBeGreaterThan(before - 20)
  expect(looks[0]?.at).toBeLessThan(after + 20)
})

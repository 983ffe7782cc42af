import { defaultSettings, type InstallationValues } from '@millrace/contract/settings'
import { expect, it } from 'vitest'
import { runCurrentWorker } from './current-worker.ts'

/** Settings that a test changes, and workers that end when it says so. */
function prepare() {
  let values: InstallationValues = defaultSettings
  const listeners = new Set<(next: InstallationValues) => void>()
  const started: { readonly lanes: number; isStopped: boolean; end: () => void }[] = []
  const worker = runCurrentWorker(
    {
      current: () => values,
      follow: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    (given) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const one = { lanes: given['jobs.lanes'], isStopped: false, end: resolve }
      started.push(one)
      return {
        stop: () => {
          one.isStopped = true
          return promise
        },
      }
    },
  )
  const set = (change: Partial<InstallationValues>) => {
    values = { ...values, ...change }
    for (const listener of listeners) listener(values)
  }
  return { worker, started, set }
}

it('starts another worker at once when a setting of jobs changes, and none for other settings', () => {
  const { started, set } = prepare()
  set({ 'mail.host': 'mail.example.org' })
  expect(started).toHaveLength(1)
  set({ 'jobs.lanes': 9 })
  expect(started.map(({ lanes, isStopped }) => [lanes, isStopped])).toEqual([
    [6, true],
    [9, false],
  ])
})

it('has no worker while jobs are off', () => {
  const { started, set } = prepare()
  set({ 'jobs.enabled': false })
  expect(started.map(({ isStopped }) => isStopped)).toEqual([true])
  set({ 'jobs.enabled': true })
  expect(started.map(({ isStopped }) => isStopped)).toEqual([true, false])
})

it('ends when all of its workers have ended, and starts none afterwards', async () => {
  const { worker, started, set } = prepare()
  set({ 'jobs.lanes': 9 })
  let hasEnded = false
  const ended = worker.stop().then(() => {
    hasEnded = true
  })
  started[1]?.end()
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  started[0]?.end()
  await ended
  set({ 'jobs.lanes': 3 })
  expect(started).toHaveLength(2)
})

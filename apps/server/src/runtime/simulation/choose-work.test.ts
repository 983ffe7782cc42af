import { expect, it } from 'vitest'
import { chooseWork, type TimesOfTasks } from './choose-work.ts'
import { constantSample } from './core/sample.ts'

const minute = 60_000
const sample = (minutes: number) => constantSample(minutes * minute)
const times: TimesOfTasks = {
  ...{ queuedCount: 100, claimedCount: 0, queuedWork: sample(15), knownWork: sample(20), allWork: sample(60) },
  ...{ queuedPause: sample(0), idleTotal: sample(90) },
}

it('measures work by tasks that waited for their user, and counts the rest of idle time as a pause', () => {
  const { work, pauses } = chooseWork(200, times)
  expect(work.mean).toBe(15 * minute)
  expect(pauses).toEqual({ idle: { quantiles: [75 * minute], mean: 75 * minute }, queued: null })
})

it('measures work by claims where few tasks waited', () => {
  const { work, pauses } = chooseWork(200, { ...times, queuedCount: 3, claimedCount: 80, queuedPause: sample(5) })
  expect(work.mean).toBe(20 * minute)
  expect([pauses.idle?.mean, pauses.queued?.mean]).toEqual([70 * minute, 5 * minute])
})

it('counts all the time as work where nothing else is known', () => {
  const { work, pauses } = chooseWork(200, { ...times, queuedCount: 3, claimedCount: 2 })
  expect(work.mean).toBe(60 * minute)
  expect(pauses).toEqual({ idle: null, queued: null })
})

it('finds no pause where users begin immediately', () => {
  expect(chooseWork(200, { ...times, idleTotal: sample(15.1) }).pauses.idle).toBeNull()
  expect(chooseWork(200, { ...times, idleTotal: null }).pauses.idle).toBeNull()
})

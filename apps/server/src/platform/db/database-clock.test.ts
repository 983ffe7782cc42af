import { createTestDatabase } from '@millrace/server/testing'
import { afterEach, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { type DatabaseClock, openDatabaseClock } from './database-clock.ts'

const { db } = await createTestDatabase()
const clocks: DatabaseClock[] = []
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop()
})

it('goes by the clock of the database', async () => {
  const startedAt = performance.now()
  const clock = await openDatabaseClock(db)
  // A clock is right but for half of the round trip that it was set by, and tells whole milliseconds.
  const doubt = (performance.now() - startedAt) / 2 + 1
  clocks.push(clock)
  const before = await askTheTime()
  const now = clock.now().getTime()
  expect(now).toBeGreaterThan(before - doubt)
  expect(now).toBeLessThan((await askTheTime()) + doubt)
})

async function askTheTime(): Promise<number> {
  const [rows] = await db.readPlatform((tx) =>
    tx.batch([{ name: 'test_now', text: 'select extract(epoch from clock_timestamp()) * 1000', values: [] }]),
  )
  return Number(rows?.[0]?.[0])
}

/** A database whose clock and the counter of this machine a test sets; each answer takes four ticks. */
function createTimes() {
  const times = { database: 1_000_000, ticks: 0, isAway: false }
  const readPlatform = async () => {
    if (times.isAway) throw new Error('away')
    times.ticks += 4
    times.database += 4
    return [[[String(times.database - 2)]]]
  }
  const open = async () => {
    const clock = await openDatabaseClock({ readPlatform } as unknown as Pick<Database, 'readPlatform'>, {
      everyMs: 1,
      ticks: () => times.ticks,
    })
    clocks.push(clock)
    return clock
  }
  return { times, open }
}

it('is right though the clock of this machine is not: it is never asked', async () => {
  const { times, open } = createTimes()
  const clock = await open()
  expect(clock.now()).toEqual(new Date(1_000_004))
  times.isAway = true
  times.ticks += 60_000
  expect(clock.now()).toEqual(new Date(1_060_004))
})

it('follows the database when its time jumps, or this machine has slept', async () => {
  const { times, open } = createTimes()
  const clock = await open()
  times.database += 120_000
  await expect.poll(() => clock.now().getTime() >= 1_120_000).toBe(true)
  times.database -= 60_000
  await expect.poll(() => clock.now().getTime() < 1_080_000).toBe(true)
})

it('fails to open without a database', async () => {
  const { times, open } = createTimes()
  times.isAway = true
  await expect(open()).rejects.toThrow('away')
})

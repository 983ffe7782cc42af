import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase, openCuttableProxy } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

const { connectionString } = await createTestDatabase()
const way = await openCuttableProxy(connectionString)
const db = openDatabase({ connectionString: way.connectionString, budgets: { ...defaultBudgets, connections: 4 } })
afterAll(async () => {
  await db.close()
  await way.close()
})

it('gives up on a silent database in time, closes the connection, and asks again', async () => {
  expect(await db.doesAnswer(2000)).toBe(true)
  way.silence()
  const from = performance.now()
  // More often than there are connections.
  for (let times = 0; times < 6; times++) expect(await db.doesAnswer(100)).toBe(false)
  expect(performance.now() - from).toBeLessThan(3000)
  expect(db.counts().held).toBeLessThan(2)
  way.restore()
  // The last connection was being opened, which has a time limit of ten seconds.
  await expect.poll(() => db.doesAnswer(2000), { timeout: 15_000 }).toBe(true)
})

it('says so immediately when nothing listens', async () => {
  way.cut()
  expect(await db.doesAnswer(2000)).toBe(false)
  way.restore()
  await expect.poll(() => db.doesAnswer(2000)).toBe(true)
})

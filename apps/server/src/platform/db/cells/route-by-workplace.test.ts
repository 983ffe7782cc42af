import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { routeByWorkplace } from './route-by-workplace.ts'

const { db: first } = await createTestDatabase()

it('waits only a moment for a database that says nothing, where it may be left out', async () => {
  const db = { ...first, readPlatform: () => new Promise<never>(() => {}) }
  const north = { name: 'north', db, isOpen: true, whenOpen: () => {}, close: async () => {} }
  const all = routeByWorkplace({ first, cells: [north], answerMs: 50 })
  expect(await all.readEverywhere(async () => 'there', { leavesOut: true })).toEqual(['there'])
}, 10_000)

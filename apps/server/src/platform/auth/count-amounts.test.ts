import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { countAmounts } from './count-amounts.ts'

const { db } = await createTestDatabase()
const clock = createFakeClock()
const take = (name: string, amount: number, others: readonly string[] = []) =>
  countAmounts({ db, clock }, [{ what: name, most: 100 }, ...others.map((what) => ({ what, most: 150 }))], {
    amount,
    minutes: 60,
  })

it('there is room until the amounts come to more than the most, and again when the period is over', async () => {
  expect(await take('a', 60)).toBeNull()
  expect(await take('a', 50)).toEqual({ retryAfterSeconds: 3600 })
  // What was refused has taken nothing.
  expect(await take('a', 40)).toBeNull()
  expect(await take('a', 1)).not.toBeNull()
  clock.advance({ minutes: 60 })
  expect(await take('a', 100)).toBeNull()
})

it('what one of several counts refuses is counted by none', async () => {
  expect(await take('b', 100, ['all'])).toBeNull()
  expect(await take('c', 60, ['all'])).not.toBeNull()
  expect(await take('c', 50, ['all'])).toBeNull()
  expect(await take('c', 50)).toBeNull()
})

it('of twenty at once no more come in than there is room for', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => take('d', 30, ['e', 'f'])))
  expect(taken.filter((refusal) => refusal === null).length).toBeLessThanOrEqual(3)
  expect(await take('g', 2_000_000_000)).not.toBeNull()
})

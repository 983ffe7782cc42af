import { expect, it } from 'vitest'
import { once } from './once.ts'

it('makes a thing once, for all who wait for it', async () => {
  let count = 0
  const get = once(async () => ++count)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

it('tries again after a failure, which all who waited get', async () => {
  let count = 0
  const get = once(async () => {
    count++
    if (count === 1) throw new Error('no room')
    return count
  })
  const both = await Promise.allSettled([get(), get()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe(2)
})

import { expect, it } from 'vitest'
import { runInLanes } from './run-in-lanes.ts'

it('runs so many at a time, and the next one when any of them is done', async () => {
  const ends: PromiseWithResolvers<string>[] = []
  const begun: number[] = []
  const jobs = [0, 1, 2, 3].map((index) => () => {
    begun.push(index)
    const end = Promise.withResolvers<string>()
    ends[index] = end
    return end.promise
  })
  const all = runInLanes(2, jobs)
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve('one')
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[2]?.resolve('two')
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  ends[0]?.resolve('zero')
  ends[3]?.resolve('three')
  expect(await all).toEqual(['zero', 'one', 'two', 'three'])
})

it('ends at once without jobs, and fails with the job that fails', async () => {
  expect(await runInLanes(2, [])).toEqual([])
  await expect(runInLanes(2, [async () => Promise.reject(new Error('broken'))])).rejects.toThrow('broken')
})

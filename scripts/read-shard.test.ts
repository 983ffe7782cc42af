import { expect, it } from 'vitest'
import { readShard } from './read-shard.ts'

it('runs all tests where nothing is said', () => {
  expect(readShard([])).toEqual({ index: 1, args: [] })
})

it('runs a part of them', () => {
  expect(readShard(['--shard=2/3'])).toEqual({ index: 2, args: ['--shard=2/3'] })
})

it.each([['--shard=0/3'], ['--shard=4/3'], ['--shard=1'], ['--shard', '1/3'], ['journeys']])(
  'takes %s for nothing that it knows',
  (...words) => {
    expect(readShard(words)).toBe(null)
  },
)

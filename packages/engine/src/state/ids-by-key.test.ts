import { expect, it } from 'vitest'
import { IdsByKey } from './ids-by-key.ts'

it('lists the ids of a key in the order in which they were added, each once', () => {
  const index = new IdsByKey()
  for (const id of ['b', 'b', 'c', 'a', 'c']) index.add('owner', id)
  index.add('other', 'd')
  expect([[...index.of('owner')], [...index.of('other')], [...index.of('nobody')]]).toEqual([
    ['b', 'c', 'a'],
    ['d'],
    [],
  ])
  index.sort()
  expect([...index.of('owner')]).toEqual(['a', 'b', 'c'])
})

it('has an id until it is deleted, whether it is alone or one of several', () => {
  const index = new IdsByKey()
  index.add('owner', 'a')
  index.delete('owner', 'b')
  expect([index.has('owner', 'a'), index.has('owner', 'b')]).toEqual([true, false])
  index.add('owner', 'b')
  index.delete('owner', 'a')
  expect([index.has('owner', 'a'), index.has('owner', 'b'), [...index.of('owner')]]).toEqual([false, true, ['b']])
  index.delete('owner', 'b')
  expect([index.has('owner', 'b'), [...index.of('owner')]]).toEqual([false, []])
  index.add('owner', 'c')
  expect([...index.of('owner')]).toEqual(['c'])
  index.delete('owner', 'c')
  index.delete('owner', 'c')
  expect([...index.of('owner')]).toEqual([])
})

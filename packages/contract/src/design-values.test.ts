import { expect, test } from 'vitest'
import { joinedIds } from './design-values.ts'

test.each([
  ['a,b', ['a', 'b']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a,b', ' c ', 'a'],
    ['a', 'b', 'c'],
  ],
])('%j are ids', (given, ids) => {
  expect(joinedIds.parse(given)).toEqual(ids)
})

test.each(['', ',', [], [','], 5])('%j are no ids', (given) => {
  expect(joinedIds.safeParse(given).success).toBe(false)
})

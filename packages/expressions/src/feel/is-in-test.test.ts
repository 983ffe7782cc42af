import { expect, test } from 'vitest'
import { isInTest } from './is-in-test.ts'

test.each([
  ['n in [1..3]', true],
  ['((a.b in (> 5, 2)))', true],
  ['net-price in [1..3]', true],
  ['not(n in [1..3])', false],
  ['n in [1..3] and m', false],
  ['some x in n satisfies x > 1', false],
  ['n in', false],
])('%s: %j', (source, expected) => {
  expect(isInTest(source)).toBe(expected)
})

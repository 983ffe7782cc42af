import { expect, it } from 'vitest'
import { everywhere, intersect, isNowhere, isUnlimited, nowhere, onlyTo, reaches, unite } from './reach.ts'

const butNot = (...keys: string[]) => ({ isEverywhere: true, keys: new Set(keys) })
const show = ({ isEverywhere, keys }: { isEverywhere: boolean; keys: ReadonlySet<string> }) =>
  `${isEverywhere ? 'all but' : 'only'} ${[...keys].toSorted().join(' ')}`.trim()

it.each([
  [everywhere, everywhere, 'all but', 'all but'],
  [everywhere, nowhere, 'only', 'all but'],
  [onlyTo(['a', 'b']), onlyTo(['b', 'c']), 'only b', 'only a b c'],
  [onlyTo(['a', 'b']), butNot('b'), 'only a', 'all but'],
  [onlyTo(['a', 'b']), butNot('b', 'c'), 'only a', 'all but c'],
  [butNot('a'), butNot('a', 'b'), 'all but a b', 'all but a'],
])('both and either of %j and %j', (one, other, both, either) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(show(intersect(first, second))).toBe(both)
    expect(show(unite(first, second))).toBe(either)
  }
})

it('reaches what belongs to no process only where it reaches everything', () => {
  expect([everywhere, butNot('a'), onlyTo(['a']), nowhere].map((reach) => reaches(reach, null))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([butNot('a'), onlyTo(['a'])].map((reach) => reaches(reach, 'a'))).toEqual([false, true])
  expect([everywhere, butNot('a')].map(isUnlimited)).toEqual([true, false])
  expect([nowhere, onlyTo(['a']), everywhere].map(isNowhere)).toEqual([true, false, false])
})

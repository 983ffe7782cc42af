import { expect, test } from 'vitest'
import { listReferences } from './list-references.ts'

function pathsOf(source: string, names: readonly string[] = []): string[] | null {
  return listReferences(source, names)?.map(({ path }) => path.join('.')) ?? null
}

test.each([
  ['a + b.c * 2', ['a', 'b.c']],
  ['for x in rows return x.price * rate', ['rows', 'rate']],
  ['some x in rows satisfies x.price > limit', ['rows', 'limit']],
  ['{a: b, c: a + d}', ['b', 'd']],
  ['(function(x) x + y)(z)', ['y', 'z']],
  ['sum(rows.price) > string length(name)', ['rows.price', 'name']],
  ['if a then b else c in (1, d)', ['a', 'b', 'c', 'd']],
  ['1 +', null],
])('%s uses %j', (source, expected) => {
  expect(pathsOf(source)).toEqual(expected)
})

test('a name with symbols is one name where it is known', () => {
  expect(pathsOf('net-price * 2')).toEqual(['net', 'price'])
  expect(pathsOf('net-price * 2', ['net-price'])).toEqual(['net-price'])
})

test('a filter is reported, and the literal of a comparison', () => {
  expect(listReferences('rows[price > max].name')).toMatchObject([
    { path: ['rows'], isInFilter: false },
    { path: ['price'], isInFilter: true },
    { path: ['max'], isInFilter: true },
  ])
  expect(listReferences('"" = a.b and c > 1')).toMatchObject([
    { path: ['a', 'b'], comparedWith: '', comparison: { from: 0, to: 8, operator: '=' } },
    { path: ['c'] },
  ])
})

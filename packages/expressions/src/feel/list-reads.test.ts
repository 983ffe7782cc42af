import { describe, expect, test } from 'vitest'
import { compileOk } from './test-feel.ts'

/** Each read as `a.b`, or `a.b#` where only the rows count. */
function readsOf(source: string, names: readonly string[] = []): string[] {
  const { reads = [] } = compileOk(source, { names, withReads: true })
  return reads.map(({ path, of }) => (of === 'rows' ? `${path.join('.')}#` : path.join('.'))).sort()
}

describe('what an expression reads is', () => {
  test.each([
    ['amount > limit', ['amount', 'limit']],
    ['sum(items.price)', ['items.price']],
    ['items.parts.price', ['items.parts.price']],
    ['sum(items)', ['items']],
    ['count(items)', ['items#']],
    ['is empty(items)', ['items#']],
    ['items[1].price', ['items#', 'items.price']],
    ['items[price > 3].name', ['items#', 'items.name', 'items.price', 'price']],
    ['count(items[item.price > limit])', ['items#', 'items.limit', 'items.price', 'limit']],
    ['for i in items return i.price * i.count', ['items#', 'items.count', 'items.price']],
    ['(for i in items return i).price', ['items#', 'items.price']],
    ['for i in items, p in i.parts return p.price', ['items#', 'items.parts#', 'items.parts.price']],
    ['for i in 1..max return i', ['max']],
    ['some i in items satisfies i.price > 3', ['items#', 'items.price']],
    ['if urgent then a.x else b.x', ['a.x', 'b.x', 'urgent']],
    ['[first, second].price', ['first.price', 'second.price']],
    ['{a: items, b: a.price}', ['items', 'items.price']],
    ['sort(items, function(x, y) x.price < y.price)', ['items']],
    ['price between low and high and not(urgent)', ['high', 'low', 'price', 'urgent']],
    ['amount in (> least, 7)', ['amount', 'least']],
    ['-amount instance of number', ['amount']],
    ['concatenate(items, others).price', ['items', 'others']],
    ['max(values: items.price)', ['items.price']],
    ['1 + 2', []],
  ])('of %s', (source, expected) => {
    expect(readsOf(source)).toEqual(expected)
  })

  test('reported by the declared writing of a name', () => {
    expect(readsOf('order - id + 1', ['order-id'])).toEqual(['order-id'])
  })

  test('left out unless somebody asks', () => {
    expect(compileOk('a').reads).toBeUndefined()
  })
})

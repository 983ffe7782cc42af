import { expect, test } from 'vitest'
import { comparePaths, parsePath, printPath, type ValuePath } from './path.ts'

test.each<[ValuePath, string]>([
  [[], ''],
  [['name'], 'name'],
  [['items', 2, 'price'], 'items[2].price'],
  [['items', 0, 'parts', 10, 'unit price'], 'items[0].parts[10].unit price'],
  [['address', 'city'], 'address.city'],
  [['order.id'], '["order.id"]'],
  [['items', 0, 'a[1]'], 'items[0]["a[1]"]'],
  [['say "hi"', 'x'], '["say \\"hi\\""].x'],
  [['0'], '0'],
])('%j is written %s, and read back', (path, text) => {
  expect(printPath(path)).toBe(text)
  expect(parsePath(text)).toEqual(path)
})

test.each([
  '.name',
  'name.',
  'a..b',
  'items[',
  'items[x]',
  'items[-1]',
  'items[01]',
  'items[1]price',
  'items.[1]',
  'items["plain"]',
  'items["x]',
  ']',
  '"x"',
  '__proto__',
  'items[0].constructor',
  'a["prototype"]',
])('%s is no path', (text) => {
  expect(parsePath(text)).toBeNull()
})

test('a path of ten thousand parts is none', () => {
  expect(parsePath('a.'.repeat(10_000).slice(0, -1))).toBeNull()
  expect(parsePath('[0]'.repeat(10_000))).toBeNull()
})

test('paths of random keys are read back', () => {
  const signs = ['a', 'b', '.', '[', ']', '"', '\\', ' ', '0', 'é']
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 2_000; round++) {
    const path = Array.from({ length: next(5) }, () =>
      next(3) === 0 ? next(100) : Array.from({ length: 1 + next(5) }, () => signs[next(signs.length)]).join(''),
    )
    expect(parsePath(printPath(path)), JSON.stringify(path)).toEqual(path)
  }
})

test('rows are compared by their number, and the outside stands before the inside', () => {
  const paths: ValuePath[] = [['items', 10, 'a'], ['items', 2, 'b'], ['items'], ['address', 'city'], ['items', 2, 'a']]
  expect([...paths].sort(comparePaths).map(printPath)).toEqual([
    'address.city',
    'items',
    'items[2].a',
    'items[2].b',
    'items[10].a',
  ])
})

import { expect, it } from 'vitest'
import { articleOf, pluralOf, readNames } from './names.ts'

it('writes a name in every way that code has', () => {
  expect(readNames('cost-centre')).toEqual({
    kebab: 'cost-centre',
    camel: 'costCentre',
    pascal: 'CostCentre',
    snake: 'cost_centre',
    words: 'cost centre',
    title: 'Cost centre',
  })
})

it.each(['', 'Cost', 'cost centre', 'cost_centre', '-cost', 'cost-', '../cost', '7days', 'cöst'])(
  'knows that “%s” is no name',
  (name) => {
    expect(readNames(name)).toBeNull()
  },
)

it.each([
  ['note', 'notes'],
  ['category', 'categories'],
  ['holiday', 'holidays'],
  ['box', 'boxes'],
  ['status', 'statuses'],
])('has a name for several: %s, %s', (one, several) => {
  expect(pluralOf(one)).toBe(several)
})

it.each([
  ['an', 'order item'],
  ['an', 'unknown gap'],
  ['a', 'user property'],
  ['a', 'unit'],
  ['a', 'European office'],
  ['a', 'note'],
])('knows the article: %s %s', (article, words) => {
  expect(articleOf(words.toLowerCase())).toBe(article)
})

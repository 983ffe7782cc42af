import { describe, expect, it } from 'vitest'
import { listWithin, numberOf, placeAfter, placeAt } from './moves.ts'

/** a, b (b1, b2), c */
const tree = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: null },
  { id: 'b1', parentId: 'b' },
  { id: 'b2', parentId: 'b' },
  { id: 'c', parentId: null },
]

describe('a step in the tree', () => {
  it.each([
    ['b', 'up', { parentId: null, before: 'a' }],
    ['a', 'up', null],
    ['a', 'down', { parentId: null, before: 'c' }],
    ['b', 'down', { parentId: null, before: null }],
    ['c', 'down', null],
    ['b', 'in', { parentId: 'a', before: null }],
    ['a', 'in', null],
    ['b1', 'out', { parentId: null, before: 'c' }],
    ['b2', 'in', { parentId: 'b1', before: null }],
    ['c', 'out', null],
  ] as const)('of %s %s leads to %j', (id, step, place) => {
    expect(placeAfter(tree, id, step)).toEqual(place)
  })
})

describe('a drop', () => {
  it.each([
    ['a', { target: 'b', position: 'before' }, { parentId: null, before: 'b' }],
    ['a', { target: 'b', position: 'after' }, { parentId: null, before: 'c' }],
    ['a', { target: 'c', position: 'after' }, { parentId: null, before: null }],
    ['a', { target: 'b', position: 'inside' }, { parentId: 'b', before: null }],
    ['c', { target: 'b2', position: 'after' }, { parentId: 'b', before: null }],
    ['c', { target: 'a', position: 'after' }, { parentId: null, before: 'b' }],
    ['b', { target: 'a', position: 'after' }, { parentId: null, before: 'c' }],
  ] as const)('of %s at %j leads to %j', (id, at, place) => {
    expect(placeAt(tree, id, at)).toEqual(place)
  })
})

it('knows what is within a category, and its number', () => {
  expect([...listWithin(tree, 'b')]).toEqual(['b', 'b1', 'b2'])
  expect(numberOf(tree, 'b2')).toEqual({ number: 2, count: 2 })
})

import type { HierarchyNode } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { findDropPlace, type Level, listRows, listWay, placeNow, siblingPlace } from './tree-rows.ts'

const node = (id: string, parentId: string | null, children = 0): HierarchyNode => ({
  ...{ id, parentId, name: id, person: null, validFrom: null, validUntil: null, revision: 1 },
  ...{ children, below: children },
})
const level = (...items: HierarchyNode[]): Level => ({ items, next: null })
const levels = new Map([
  ['', level(node('top', null, 3))],
  ['top', level(node('a', 'top', 1), node('b', 'top'), node('c', 'top'))],
  ['a', level(node('a1', 'a'))],
])
const open = new Set(['top', 'a'])

describe('the rows of a tree', () => {
  it('come from top to bottom, each with its depth and place', () => {
    const rows = listRows(levels, open)
    expect(rows.map((row) => (row.kind === 'node' ? [row.node.id, row.depth, row.position, row.size] : row))).toEqual([
      ['top', 1, 1, 1],
      ['a', 2, 1, 3],
      ['a1', 3, 1, 1],
      ['b', 2, 2, 3],
      ['c', 2, 3, 3],
    ])
  })

  it('say where something is still to be loaded', () => {
    const some = new Map([['', { items: [node('x', null, 2)], next: 'x' }]])
    expect(listRows(some, new Set(['x'])).map(({ kind }) => kind)).toEqual(['node', 'loading', 'more'])
  })
})

describe('the place of a drop', () => {
  it('is in a position, before it or after it', () => {
    expect(findDropPlace(levels, 'c', { targetId: 'a', side: 'into' })).toEqual({ parentId: 'a' })
    expect(findDropPlace(levels, 'c', { targetId: 'a', side: 'before' })).toEqual({ parentId: 'top', afterId: null })
    expect(findDropPlace(levels, 'a', { targetId: 'c', side: 'before' })).toEqual({ parentId: 'top', afterId: 'b' })
    expect(findDropPlace(levels, 'a1', { targetId: 'b', side: 'after' })).toEqual({ parentId: 'top', afterId: 'b' })
  })

  it('is none within the branch itself', () => {
    expect(findDropPlace(levels, 'top', { targetId: 'a1', side: 'into' })).toBeNull()
    expect(findDropPlace(levels, 'a', { targetId: 'a', side: 'after' })).toBeNull()
  })
})

it('a position knows its place, the way up, and the places beside it', () => {
  expect(placeNow(levels, 'b')).toEqual({ parentId: 'top', afterId: 'a' })
  expect(listWay(levels, 'a1')).toEqual(['a1', 'a', 'top'])
  expect(siblingPlace(levels, 'b', -1)).toEqual({ parentId: 'top', afterId: null })
  expect(siblingPlace(levels, 'b', 1)).toEqual({ parentId: 'top', afterId: 'c' })
  expect([siblingPlace(levels, 'a', -1), siblingPlace(levels, 'c', 1)]).toEqual([null, null])
})

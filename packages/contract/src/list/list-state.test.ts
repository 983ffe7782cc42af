import { describe, expect, it } from 'vitest'
import { defineList } from './define-list.ts'
import { isNarrowed, type ListState, readListState, writeListState } from './list-state.ts'

const list = defineList({
  name: 'things.all',
  columns: { name: { type: 'text', label: 'common.name', isFixed: true } },
  sorts: ['due', 'name'],
  order: ['due'],
  filters: {
    name: { type: 'text', label: 'common.name' },
    state: { type: 'choice', label: 'common.state', values: ['active', 'failed'], labels: 'status' },
    group: { type: 'reference', label: 'common.state' },
    due: { type: 'instant', label: 'common.state' },
  },
  search: 'common.clearFilters',
})

const first: ListState = { q: '', sort: [], filters: [], size: 50 }

describe('the state of a list in an address', () => {
  it.each<[string, ListState]>([
    ['', first],
    ['q=steel', { ...first, q: 'steel' }],
    [
      'sort=-due%2Cname&size=20',
      {
        ...first,
        sort: [
          { name: 'due', isDescending: true },
          { name: 'name', isDescending: false },
        ],
        size: 20,
      },
    ],
    [
      'state.not=active%2Cfailed',
      { ...first, filters: [{ name: 'state', operator: 'not', values: ['active', 'failed'] }] },
    ],
    ['group=a%252C+b%2C100%2525', { ...first, filters: [{ name: 'group', operator: 'is', values: ['a, b', '100%'] }] }],
    [
      'due=now&due.before=today%2B1',
      {
        ...first,
        filters: [
          { name: 'due', operator: 'from', values: ['now'] },
          { name: 'due', operator: 'before', values: ['today+1'] },
        ],
      },
    ],
    ['after=WzFd', { ...first, after: 'WzFd' }],
    ['before=WzFd', { ...first, before: 'WzFd' }],
  ])('“%s” is read and written without loss', (address, state) => {
    const read = readListState(list, Object.fromEntries(new URLSearchParams(address)))
    expect(read).toEqual(state)
    expect(new URLSearchParams(writeListState(list, read)).toString()).toBe(address)
  })

  it.each([
    ['an order that the list does not have', { sort: 'price' }],
    ['the same key twice', { sort: 'due,-due' }],
    ['a choice that there is not', { state: 'active,open' }],
    ['an operator that there is not', { 'state.before': 'active' }],
    ['a filter of another list', { colour: 'red' }],
    ['a day that is none', { due: '2030-13-45' }],
    ['a mark with signs', { after: '"><script>' }],
    ['a size that nobody offers', { size: '1000000' }],
    ['a page number of old', { page: '7', hide: 'due', view: 'today' }],
    ['names of the language', { constructor: 'x', __proto__: 'x', toString: 'x' }],
    ['a text with a NUL', { name: 'a\0b' }],
    ['a text without end', { name: 'x'.repeat(300) }],
  ])('%s counts as not there', (_, search) => {
    expect(readListState(list, search)).toEqual(first)
  })

  it('cuts a search that is too long, and knows what narrows', () => {
    expect(readListState(list, { q: 'x'.repeat(1_000) }).q).toHaveLength(200)
    expect(isNarrowed(first)).toBe(false)
    expect(isNarrowed(readListState(list, { q: 'x' }))).toBe(true)
    expect(isNarrowed(readListState(list, { due: 'now' }))).toBe(true)
  })
})

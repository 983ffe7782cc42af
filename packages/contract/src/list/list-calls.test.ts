import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineList } from './define-list.ts'
import { listCalls, pageOf } from './list-calls.ts'

const list = defineList({
  name: 'things.all',
  columns: {
    name: { type: 'text', label: 'common.name', isFixed: true },
    secret: { type: 'text', label: 'common.details', isHidden: true },
    state: { type: 'choice', label: 'common.state', labels: 'status' },
  },
  sorts: ['due', 'name', 'age', 'size'],
  order: ['due'],
  filters: {
    name: { type: 'text', label: 'common.name' },
    state: { type: 'choice', label: 'common.state', values: ['active', 'failed'], labels: 'status' },
    due: { type: 'instant', label: 'common.state' },
    age: { type: 'number', label: 'common.state' },
    since: { type: 'day', label: 'common.state' },
    isOpen: { type: 'flag', label: 'common.state' },
  },
  search: 'common.clearFilters',
})
const calls = listCalls(list, {
  path: '/things',
  summary: 'Lists the things.',
  tag: 'Things',
  audience: ['RoleUser'],
  row: z.object({ id: z.string() }),
})

describe('a filter by days', () => {
  it.each(['2030-01-07', '2028-02-29'])('takes the day %s', (since) => {
    const { filters } = calls.all.query.parse({ 'since.before': since })
    expect(filters).toEqual([{ name: 'since', operator: 'before', values: [since] }])
  })

  // What a word means where somebody looks is said by the browser.
  it.each(['today', '2030-02-30', '07/01/2030', '2030-01-07T09:00:00Z'])('refuses %s', (since) => {
    expect(calls.all.query.safeParse({ since }).success).toBe(false)
  })
})

describe('a filter by instants', () => {
  it.each(['2030-02-30T09:00:00Z', '0000-01-01T00:00:00Z', '2030-01-07'])('refuses %s', (due) => {
    expect(calls.all.query.safeParse({ due }).success).toBe(false)
  })
})

describe('the query of a page', () => {
  it('starts at the beginning with 50 rows and the order of the list', () => {
    expect(calls.all.query.parse({})).toEqual({ size: 50, q: '', sort: [], filters: [] })
  })

  it('reads size, several sorts, search and filters from texts', () => {
    expect(
      calls.all.query.parse({
        size: 20,
        sort: '-due,name',
        q: ' invoice ',
        name: 'a,b',
        'state.not': 'active,failed',
        due: '2030-01-07T09:00:00Z',
        'due.before': '2030-01-08T09:00:00.123Z',
        'age.to': '7.5',
        isOpen: 'true',
        after: 'WzFd',
      }),
    ).toEqual({
      size: 20,
      after: 'WzFd',
      q: 'invoice',
      sort: [
        { name: 'due', isDescending: true },
        { name: 'name', isDescending: false },
      ],
      filters: [
        { name: 'name', operator: 'contains', values: ['a,b'] },
        { name: 'state', operator: 'not', values: ['active', 'failed'] },
        { name: 'due', operator: 'from', values: ['2030-01-07T09:00:00Z'] },
        { name: 'due', operator: 'before', values: ['2030-01-08T09:00:00.123Z'] },
        { name: 'age', operator: 'to', values: ['7.5'] },
        { name: 'isOpen', operator: 'is', values: ['true'] },
      ],
    })
  })

  it.each([
    { size: 0 },
    { size: 101 },
    { sort: 'price' },
    { sort: '--due' },
    { sort: 'due,due' },
    { sort: 'due,-due' },
    { sort: 'due,name,age,size' },
    { q: 'x'.repeat(201) },
    { q: 'a\0b' },
    { name: 'x'.repeat(256) },
    { name: 'a\0b' },
    { state: 'open' },
    { state: 'active,open' },
    { due: 'today' },
    { due: '2030-13-07T09:00:00Z' },
    { age: '1e9' },
    { age: '1; drop table' },
    { isOpen: 'maybe' },
    { after: '<script>' },
    { before: 'x'.repeat(4_001) },
  ])('refuses %o', (query) => {
    expect(calls.all.query.safeParse(query).success).toBe(false)
  })
})

it('the count and the file are narrowed like the page, and the file has the columns that are shown at first', () => {
  expect(calls.allCount.path).toBe('/things/count')
  expect(calls.allCount.query.parse({ state: 'failed' })).toMatchObject({
    filters: [{ name: 'state', operator: 'is', values: ['failed'] }],
  })
  expect(calls.allExport.path).toBe('/things/export')
  expect(calls.allExport.query.parse({ format: 'csv' })).toMatchObject({ columns: ['name', 'state'], timeZone: 'UTC' })
  expect(calls.allExport.query.parse({ format: 'xlsx', columns: 'secret,name' })).toMatchObject({
    columns: ['secret', 'name'],
  })
  for (const query of [
    { format: 'pdf' },
    { format: 'csv', columns: 'constructor' },
    { format: 'csv', timeZone: 'Mars' },
  ])
    expect(calls.allExport.query.safeParse(query).success).toBe(false)
})

it('a page gives its rows, its place and where to continue', () => {
  expect(pageOf(z.string()).safeParse({ items: ['a'], from: 1, next: null, previous: null }).success).toBe(true)
  expect(pageOf(z.string()).safeParse({ items: ['a'] }).success).toBe(false)
})

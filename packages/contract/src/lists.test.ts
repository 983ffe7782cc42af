import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listQuery, pageOf } from './lists.ts'

const query = listQuery(['due', 'name'])

describe('the query of a list', () => {
  it('starts on page 1 with 50 rows and the order of the list', () => {
    expect(query.parse({})).toEqual({ page: 1, size: 50 })
  })

  it('reads numbers from the address', () => {
    expect(query.parse({ page: '3', size: '20', sort: '-due', q: ' invoice ' })).toEqual({
      page: 3,
      size: 20,
      sort: '-due',
      q: 'invoice',
    })
  })

  it.each([
    { page: '0' },
    { page: '1.5' },
    { size: '101' },
    { sort: 'price' },
    { sort: '--due' },
    { q: 'x'.repeat(201) },
  ])('refuses %o', (input) => {
    expect(query.safeParse(input).success).toBe(false)
  })
})

it('a page is never counted beyond the cap', () => {
  const page = pageOf(z.string())
  expect(page.safeParse({ items: [], total: 1_001, isTotalCapped: true }).success).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { Table } from './table.ts'

interface Row {
  readonly id: string
  readonly owner: string
  readonly n: number
}
const table = (...rows: Row[]) => new Table<Row>((row) => row.owner, rows)
const row = (id: string, owner = 'o', n = 0): Row => ({ id, owner, n })

describe('a table', () => {
  it('lists the rows of an owner in the order in which they were made', () => {
    const rows = table(row('a'), row('b', 'p'), row('c'))
    rows.insert(row('d'))
    rows.update('a', { n: 1 })
    expect(rows.ownedBy('o').map(({ id }) => id)).toEqual(['a', 'c', 'd'])
    expect(rows.ownedBy('nobody')).toEqual([])
  })

  it('moves a row whose owner changes', () => {
    const rows = table(row('a'), row('b'))
    rows.update('a', { owner: 'p' })
    expect([rows.ownedBy('o').map(({ id }) => id), rows.ownedBy('p').map(({ id }) => id)]).toEqual([['b'], ['a']])
  })

  it('lists the rows of a group, which may be of several owners', () => {
    const grouped = (rows: Row[]) =>
      new Table<Row>(
        (one) => one.owner,
        rows,
        ({ n }) => (n === 0 ? null : `group ${n}`),
      )
    const rows = grouped([row('a', 'o', 1), row('b', 'p', 1), row('c'), row('d', 'o', 2)])
    rows.insert(row('e', 'q', 1))
    rows.delete('a')
    expect(rows.inGroup('group 1').map(({ id }) => id)).toEqual(['b', 'e'])
    expect(rows.inGroup('group 3')).toEqual([])
  })

  it('tells what has changed since it was loaded, and nothing else', () => {
    const rows = table(row('kept'), row('changed'), row('changed back'), row('gone'))
    rows.insert(row('made'))
    rows.insert(row('made and gone'))
    rows.delete('made and gone')
    rows.update('made', { n: 5 })
    rows.update('changed', { n: 1 })
    rows.update('changed', { n: 2 })
    rows.update('changed back', { n: 1 })
    rows.update('changed back', { n: 0 })
    rows.update('gone', { n: 7 })
    rows.delete('gone')
    expect(rows.changes()).toEqual({
      inserted: [row('made', 'o', 5)],
      updated: [row('changed', 'o', 2)],
      deleted: [row('gone')],
    })
  })

  it('of a row that was removed and made again tells the difference', () => {
    const rows = table(row('a'))
    rows.delete('a')
    rows.insert(row('a', 'o', 3))
    expect(rows.changes()).toEqual({ inserted: [], updated: [row('a', 'o', 3)], deleted: [] })
  })

  it('refuses to make a row twice, and to change or remove one that is not there', () => {
    const rows = table(row('a'))
    expect(() => rows.insert(row('a'))).toThrow(/a is there already/)
    expect(() => rows.update('x', { n: 1 })).toThrow(/x is not there/)
    expect(() => rows.delete('x')).toThrow(/x is not there/)
  })
})

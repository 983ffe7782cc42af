import { describe, expect, it } from 'vitest'
import { RowIndex } from './row-index.ts'
import { Table } from './table.ts'

interface Row {
  readonly id: string
  readonly owner: string
  readonly n: number
}
const table = (...rows: Row[]) => new Table<Row>(new RowIndex((row) => row.owner, rows))
const row = (id: string, owner = 'o', n = 0): Row => ({ id, owner, n })

describe('a table', () => {
  it('lists the rows of an owner in the order in which they were created', () => {
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
      new Table<Row>(new RowIndex((one) => one.owner, rows, { groupOf: ({ n }) => (n === 0 ? null : `group ${n}`) }))
    const rows = grouped([row('a', 'o', 1), row('b', 'p', 1), row('c'), row('d', 'o', 2)])
    rows.insert(row('e', 'q', 1))
    rows.delete('a')
    expect(rows.inGroup('group 1').map(({ id }) => id)).toEqual(['b', 'e'])
    expect(rows.inGroup('group 3')).toEqual([])
  })

  it('counts the sizes of its rows, through changes, runs that come to nothing, and what is kept', () => {
    const kept = new Table<Row>(
      new RowIndex((one) => one.owner, [row('a', 'o', 1), row('b', 'o', 20)], { sizeOf: ({ n }) => n }),
    )
    const run = kept.fork()
    run.insert(row('c', 'o', 300))
    run.update('a', { n: 4000 })
    run.update('a', { owner: 'p' })
    run.delete('b')
    run.insert(row('d', 'o', 50_000))
    run.delete('d')
    expect([kept.sizeOfAll, run.sizeOfAll]).toEqual([21, 4300])
    kept.keep(run)
    expect([kept.sizeOfAll, kept.fork().sizeOfAll]).toEqual([4300, 4300])
    const loaded = new Table<Row>(
      new RowIndex((one) => one.owner, [row('a', 'o', 5), row('e', 'o', 60)], { sizeOf: ({ n }) => n }),
    )
    kept.keep(loaded, { withLoaded: true })
    expect(kept.sizeOfAll).toBe(365)
  })

  it('says what has changed since it was loaded, and nothing else', () => {
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

  it('of a row that was removed and made again reports the difference', () => {
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

  it('lists a row that was removed and made again once, among the last', () => {
    const rows = table(row('a'), row('b'))
    rows.delete('a')
    rows.insert(row('a', 'o', 3))
    expect(rows.ownedBy('o').map(({ id }) => id)).toEqual(['b', 'a'])
    expect([rows.size, rows.all().length]).toEqual([2, 2])
  })

  it('moves a row away from its owner and back again', () => {
    const rows = table(row('a'), row('b'))
    rows.update('a', { owner: 'p' })
    rows.update('a', { owner: 'o' })
    expect([rows.ownedBy('o').map(({ id }) => id), rows.ownedBy('p')]).toEqual([['b', 'a'], []])
    rows.delete('a')
    expect(rows.ownedBy('o').map(({ id }) => id)).toEqual(['b'])
  })

  it('reports each row what it was before the run', () => {
    const rows = table(row('a'), row('gone'))
    rows.update('a', { n: 1 })
    rows.insert(row('made'))
    rows.delete('gone')
    expect(['a', 'gone', 'made', 'x'].map((id) => rows.before(id))).toEqual([row('a'), row('gone'), null, undefined])
  })
})

describe('a fork of a table', () => {
  const changed = () => {
    const base = table(row('a'), row('b'), row('c', 'p'))
    const run = base.fork()
    run.insert(row('d'))
    run.update('a', { n: 1 })
    run.update('c', { owner: 'o' })
    run.delete('b')
    return { base, run }
  }
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

  it('leaves the rows of the others unchanged', () => {
    const { base } = changed()
    expect([base.all(), base.size, ids(base.ownedBy('p'))]).toEqual([[row('a'), row('b'), row('c', 'p')], 3, ['c']])
    expect(base.fork().changes()).toEqual({ inserted: [], updated: [], deleted: [] })
  })

  it('that is kept gives them what it changed', () => {
    const { base, run } = changed()
    base.keep(run)
    const next = base.fork()
    expect(next.all().toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([row('a', 'o', 1), row('c'), row('d')])
    expect([next.size, ids(next.ownedBy('o')).toSorted(), ids(next.ownedBy('p'))]).toEqual([3, ['a', 'c', 'd'], []])
    expect(next.changes()).toEqual({ inserted: [], updated: [], deleted: [] })
  })

  it('may be one of many, each kept after the other', () => {
    const base = table(...Array.from({ length: 10_000 }, (_, index) => row(`row ${index}`, 'crowd')))
    const runs = Array.from({ length: 1000 }, () => base.fork())
    for (const [index, run] of runs.entries()) run.update(`row ${index}`, { n: 1 })
    for (const run of runs) base.keep(run)
    expect(base.ownedBy('crowd').filter(({ n }) => n === 1)).toHaveLength(1000)
  })

  it('on other rows is kept with what it loaded, when that may be more', () => {
    const base = table(row('a'))
    const run = table(row('a'), row('b'), row('gone'))
    run.update('a', { n: 1 })
    run.delete('gone')
    base.keep(run, { withLoaded: true })
    expect(base.all()).toEqual([row('a', 'o', 1), row('b')])
  })
})

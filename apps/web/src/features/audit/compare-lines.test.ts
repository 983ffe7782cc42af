import { describe, expect, it } from 'vitest'
import { compareLines, foldLines } from './compare-lines.ts'
import { listFields } from './list-fields.ts'

const signs = { same: ' ', added: '+', removed: '-' } as const
const compare = (before: string, after: string) =>
  compareLines(before, after)?.map(({ kind, text }) => `${signs[kind]}${text}`)

describe('two texts compared line by line', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['', 'a', ['+a']],
    ['a\na', 'a', [' a', '-a']],
    ['a\r\nb', 'a\nb', [' a', ' b']],
  ])('%j and %j', (before, after, lines) => {
    expect(compare(before, after)).toEqual(lines)
  })

  it('are not compared when they would take too long, and far lines are left out', () => {
    const long = (sign: string) => Array.from({ length: 2_000 }, (_, n) => `${sign}${n}`).join('\n')
    expect(compareLines(long('a'), long('b'))).toBeNull()
    const lines = compareLines(long('a'), `${long('a')}\nend`) ?? []
    expect(foldLines(lines)[0]).toEqual({ kind: 'skipped', count: 1_997 })
  })
})

describe('fields of two states', () => {
  it('are added, removed or changed, without columns that repeat others', () => {
    const fields = listFields(
      { name: 'a', note: 'x', name_key: 'a', key_key: 'a' },
      { name: 'b', note: null, name_key: 'b', key_key: 'b', on: true },
    )
    expect(fields.map(({ column, change }) => [column, change])).toEqual([
      ['name', 'changed'],
      ['note', 'removed'],
      ['on', 'added'],
    ])
  })

  it('say of a secret only that it was changed', () => {
    const hidden = { value: { hidden: true } }
    expect(listFields(hidden, hidden)).toMatchObject([{ column: 'value', after: { kind: 'hidden' } }])
  })
})

import { expect, it } from 'vitest'
import { boundsOf, isInRange, placeAfterKey, writeClipboard } from './grid-range.ts'

const size = { rows: 20, columns: 3, page: 15 }

it.each([
  ['ArrowUp', { row: 0, column: 0 }, { row: 0, column: 0 }],
  ['ArrowDown', { row: 0, column: 0 }, { row: 1, column: 0 }],
  ['ArrowRight', { row: 0, column: 2 }, { row: 0, column: 2 }],
  ['End', { row: 4, column: 0 }, { row: 4, column: 2 }],
  ['PageDown', { row: 10, column: 1 }, { row: 19, column: 1 }],
  ['PageUp', { row: 10, column: 1 }, { row: 0, column: 1 }],
] as const)('%s leads from %j to %j', (key, from, to) => {
  expect(placeAfterKey(key, from, size)).toEqual(to)
})

it('other keys lead nowhere', () => {
  expect(placeAfterKey('a', { row: 0, column: 0 }, size)).toBeNull()
})

it('a range has what is between its ends, whichever came first', () => {
  const range = { anchor: { row: 3, column: 2 }, focus: { row: 1, column: 1 } }
  expect(boundsOf(range)).toEqual({ top: 1, bottom: 3, left: 1, right: 2 })
  expect([isInRange(range, { row: 2, column: 1 }), isInRange(range, { row: 2, column: 0 })]).toEqual([true, false])
})

it('the clipboard has what spreadsheets read', () => {
  expect(
    writeClipboard([
      ['a', 'b\tc'],
      ['say "x"', 'two\nlines'],
    ]),
  ).toBe('a\t"b\tc"\n"say ""x"""\t"two\nlines"')
})

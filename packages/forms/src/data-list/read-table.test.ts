import { expect, it } from 'vitest'
import { findSeparator, readTable, type Separator } from './read-table.ts'

const read = (text: string, separator: Separator = ',') => [...readTable(text, separator)]
const cells = (text: string, separator?: Separator) => read(text, separator).map((row) => row.cells)

it.each([
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a\rb', [['a'], ['b']]],
  ['\uFEFFa,b', [['a', 'b']]],
  [
    'a,,c\n,',
    [
      ['a', '', 'c'],
      ['', ''],
    ],
  ],
  ['"a,b","c ""d"""', [['a,b', 'c "d"']]],
  ['"two\nlines",x', [['two\nlines', 'x']]],
  ['"a"b,c', [['ab', 'c']]],
  ['a "b" c', [['a "b" c']]],
  ['"never closed\n1,2', [['never closed\n1,2']]],
  ['\n\n  \na', [['a']]],
  ['', []],
] as const)('the rows of %j are read', (text, expected) => {
  expect(cells(text)).toEqual(expected)
})

it('rows have the line that they begin in', () => {
  expect(read('a\n\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 3, 5])
})

it('the separator is found by the first line', () => {
  expect(findSeparator('a;b;"c,d,e,f"\n1,2,3,4')).toBe(';')
  expect(findSeparator('a\tb, c\td')).toBe('\t')
  expect(findSeparator('alone')).toBe(',')
})

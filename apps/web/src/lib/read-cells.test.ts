import { expect, test } from 'vitest'
import { readCells } from './read-cells.ts'

test.each([
  [
    'Bolt\t12\r\nNut\t1,250\r\n',
    [
      ['Bolt', '12'],
      ['Nut', '1,250'],
    ],
  ],
  ['a\nb', [['a'], ['b']]],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
  ['a\t\tc', [['a', '', 'c']]],
  ['only', null],
  ['only\n', null],
  ['', null],
])('%j', (text, cells) => {
  expect(readCells(text)).toEqual(cells)
})

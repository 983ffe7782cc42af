import { describe, expect, it } from 'vitest'
import { readCsvCell, writeCsvCell, writeCsvLine } from './csv-cell.ts'
import { readTable, type Separator } from './read-table.ts'

const hostile = [
  '=1+1',
  '+351 21',
  '-5',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1',
  'a;=1+1;b',
  'a\t=1+1',
  'a\n=1+1',
  'x;"=1+1"',
  '  =1+1',
  "'=1",
  "''+1",
  "a;'-1",
  '"=1+1"',
  ';',
  'a,=1+1',
  'a|@x',
  '＝1+1',
  "=cmd|'/C calc'!A0",
  '";=1+1;"',
  'é "quoted"\r\nlines',
]
const plain = ['', 'a', "it's", 'a-b', '1.5', 'jo@example.org', 'a b', 'x=1', "O'Neill"]

describe('a cell of a CSV file', () => {
  it.each([...hostile, ...plain])('comes back as it was: %j', (text) => {
    const [row] = [...readTable(writeCsvLine(['x', writeCsvCell(text), 'y']), ',')]
    expect(row?.cells.map(readCsvCell)).toEqual(['x', text, 'y'])
  })

  it.each(hostile)('begins no formula, whatever a spreadsheet takes for its separator: %j', (text) => {
    const line = writeCsvLine(['first', writeCsvCell(text), 'last'])
    for (const separator of [',', ';', '\t'] as const)
      for (const cell of listCells(line, separator)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  })

  it.each(plain)('that is harmless is written as it is: %j', (text) => {
    expect(writeCsvCell(text)).toBe(text)
  })

  it('that separates nothing in other countries either is in quotation marks', () => {
    expect(writeCsvCell('a;b')).toBe('"a;b"')
    expect(writeCsvCell('a\tb')).toBe('"a\tb"')
  })

  it('of a megabyte is written and read in no time', () => {
    const startedAt = process.threadCpuUsage().user / 1000
    for (const text of ["'".repeat(1_000_000), ' '.repeat(1_000_000), '; '.repeat(500_000), '"'.repeat(1_000_000)])
      readCsvCell(writeCsvCell(text))
    expect(process.threadCpuUsage().user / 1000 - startedAt).toBeLessThan(3000)
  })
})

/** Cells as a spreadsheet sees them that splits by another separator. */
function listCells(line: string, separator: Separator): string[] {
  return [...readTable(line, separator)].flatMap(({ cells }) => cells)
}

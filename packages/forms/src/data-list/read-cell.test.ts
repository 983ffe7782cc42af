import { describe, expect, it } from 'vitest'
import { type CellType, presentCell, readCell } from './read-cell.ts'

const read = (input: string | null, type: CellType = 'text', isRequired = false) => {
  const found = readCell(input, { type, isRequired })
  return 'fault' in found ? found.fault : found.value
}

describe('a cell', () => {
  it.each([
    ['  Lisbon ', 'text', 'Lisbon'],
    ['', 'text', null],
    ['   ', 'number', null],
    ['1,250.50', 'number', '1250.5'],
    ['-0', 'number', '0'],
    ['0.0000001', 'number', '0.0000001'],
    ['12345678901234567890', 'number', '12345678901234567890'],
    ['30/11/2026', 'date', '2026-11-30'],
    ['2026-11-30', 'date', '2026-11-30'],
    ['Yes', 'flag', 'true'],
    ['0', 'flag', 'false'],
  ] as const)('%j as a %s is %j', (input, type, expected) => {
    expect(read(input, type)).toBe(expected)
  })

  it.each([
    ['12,5', 'number', /^Enter a number/],
    ['abc', 'number', /^Enter a number/],
    ['31/02/2026', 'date', /February/],
    ['maybe', 'flag', /^Expected yes or no/],
    ['x'.repeat(2001), 'text', /^Expected at most 2000 characters, but there are 2001\.$/],
    ['a\u0000b', 'text', /control character/],
  ] as const)('%j as a %s is none', (input, type, expected) => {
    expect(read(input, type)).toMatch(expected)
  })

  it('that has to have a value is reported when it has none', () => {
    expect(read(' ', 'text', true)).toBe('Expected a value, but the cell is empty.')
    expect(read(null, 'date', true)).toBe('Expected a value, but the cell is empty.')
  })

  it('is shown as people write it', () => {
    expect(presentCell('2026-11-30', 'date')).toBe('30/11/2026')
    expect(presentCell('true', 'flag')).toBe('Yes')
    expect(presentCell('1250.5', 'number')).toBe('1250.5')
    expect(presentCell(null, 'text')).toBe('')
  })
})

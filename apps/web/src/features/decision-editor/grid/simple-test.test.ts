import { expect, it } from 'vitest'
import { readChoices, readSimpleTest, readSimpleValue, writeSimpleTest } from './simple-test.ts'

it.each([
  ['', 'number', ''],
  ['-', 'string', ''],
  ['5', 'number', '5'],
  ['<=5000', 'number', '<= 5000'],
  ['> -1.5', 'number', '> -1.5'],
  [']5000..20000]', 'number', ']5000..20000]'],
  ['(1 .. 2)', 'number', ']1..2['],
  ['"a","b"', 'string', '"a", "b"'],
  ['not("a", "b")', 'string', 'not("a", "b")'],
  ['true', 'boolean', 'true'],
  ['>= date("2026-01-01")', 'date', '>= date("2026-01-01")'],
  ['[date("2026-01-01")..date("2026-02-01")[', 'date', '[date("2026-01-01")..date("2026-02-01")['],
  ['date and time("2026-01-01T08:00:00")', 'date', 'date and time("2026-01-01T08:00:00")'],
] as const)('%s is a condition on a %s, and is written as %s', (text, type, written) => {
  const test = readSimpleTest(text, type)
  expect(test === null ? null : writeSimpleTest(test, type)).toBe(written)
})

it.each([
  ['> limit', 'number'],
  ['5, 7', 'number'],
  ['[1..', 'number'],
  ['"a', 'string'],
  ['"a" "b"', 'string'],
  [String.raw`"a\"b"`, 'string'],
  ['yes', 'boolean'],
] as const)('%s can only be written in FEEL for a %s', (text, type) => {
  expect(readSimpleTest(text, type)).toBeNull()
})

it('a range with one end so far is a comparison, and not any value', () => {
  const range = { kind: 'range', low: '5', high: '', hasLow: true, hasHigh: false } as const
  expect(writeSimpleTest(range, 'number')).toBe('>= 5')
  expect(writeSimpleTest({ ...range, low: '', high: '9' }, 'number')).toBe('< 9')
  expect(writeSimpleTest({ ...range, low: '' }, 'number')).toBe('')
})

it('a value loses its quotes, and choices are the texts that a column allows', () => {
  expect(readSimpleValue('"finance"', 'string')).toBe('finance')
  expect(readSimpleValue('a + b', 'number')).toBeNull()
  expect(readChoices('"operating","capital"')).toEqual(['operating', 'capital'])
  expect(readChoices('')).toBeNull()
  expect(readChoices('[1..5]')).toBeNull()
})

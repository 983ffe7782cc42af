import { expect, test } from 'vitest'
import { compareNumbers, formatNumber, readNumber } from './number.ts'

test.each([
  ['9,540.00', 9540],
  ['1284', 1284],
  ['-0.5', -0.5],
  ['.5', 0.5],
  ['5.', 5],
  ['+7', 7],
  ['−7', -7],
  ['-0', 0],
  ['007', 7],
  ['0.1234567890123450', 0.123456789012345],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['12,345,678,901,234,567,890', 12345678901234567890n],
  [12n, 12],
  [3.5, 3.5],
  [-0, 0],
  ['', null],
  ['  ', null],
  [null, null],
])('%s is read as %s', (input, value) => {
  expect(readNumber(input)).toEqual({ ok: true, value })
})

test.each([
  '12,5',
  '1,2345',
  '1.234,5',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '.',
  '-',
  ',',
  '1 000',
  '٣',
  '9'.repeat(61),
  true,
  {},
  [],
  [1],
  Number.NaN,
])('%j is no number', (input) => {
  expect(readNumber(input)).toMatchObject({ ok: false, fault: { code: 'number.invalid' } })
})

test('a decimal that a double would change is refused', () => {
  expect(readNumber('1234567890.1234567')).toMatchObject({ ok: false, fault: { code: 'number.too-precise' } })
})

test('numbers are compared exactly, regardless of their size', () => {
  expect(compareNumbers(9007199254740993n, 9007199254740992)).toBe(1)
  expect(compareNumbers(1.5, 2n)).toBe(-1)
  expect(compareNumbers(2, 2n)).toBe(0)
})

test('numbers are shown with commas and at least the stated digits', () => {
  expect(formatNumber(9540, 2)).toBe('9,540.00')
  expect(formatNumber(0.0000001)).toBe('0.0000001')
  expect(formatNumber(12345678901234567890n)).toBe('12,345,678,901,234,567,890')
})

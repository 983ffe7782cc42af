import { expect, test } from 'vitest'
import { buildDocument, buildField, enter, listProblemCodes } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const { present, toJson, toVariables, fromVariable, read } = getFieldDefinition('number')
const context = { timeZone: 'UTC' }

test('decimals are typed with a point and commas between thousands', () => {
  expect(enter('number', '9,540.25')).toBe(9540.25)
  expect(enter('number', 9540.25)).toBe(9540.25)
  expect(enter('number', '')).toBeNull()
})

test('whole numbers beyond 2^53 keep every digit', () => {
  const value = enter('number', '9007199254740993', { integer: true })
  expect(value).toBe(9007199254740993n)
  expect(toJson(9007199254740993n)).toBe('9007199254740993')
  expect(read(toJson(9007199254740993n), { integer: true }, context)).toEqual({ ok: true, value: 9007199254740993n })
})

test('a number that JSON has rounded already is refused where whole numbers are wanted', () => {
  expect(enter('number', 2 ** 60, { integer: true })).toBe('!number.too-precise')
})

test('a decimal field takes large whole numbers only when a double holds them', () => {
  expect(enter('number', '100000000000000000000')).toBe(1e20)
  expect(enter('number', '9007199254740993')).toBe('!number.too-precise')
})

test.each([
  ['12.5', '!number.not-whole'],
  ['12,5', '!number.invalid'],
  ['twelve', '!number.invalid'],
  [true, '!number.invalid'],
  [[12], '!number.invalid'],
  [{ valueOf: 12 }, '!number.invalid'],
])('%j is no whole number', (entry, fault) => {
  expect(enter('number', entry, { integer: true })).toBe(fault)
})

test('bounds are inclusive', () => {
  const props = { min: 0, max: 10 }
  expect(enter('number', '0', props)).toBe(0)
  expect(enter('number', '10', props)).toBe(10)
  expect(enter('number', '-0.01', props)).toBe('!number.too-small')
  expect(enter('number', '10.01', props)).toBe('!number.too-large')
})

test('bounds beyond 2^53 are exact', () => {
  const props = { integer: true, max: '9007199254740993' }
  expect(enter('number', '9007199254740993', props)).toBe(9007199254740993n)
  expect(enter('number', '9007199254740994', props)).toBe('!number.too-large')
})

test('what the process variable cannot hold is refused', () => {
  expect(enter('number', '9223372036854775807', { integer: true })).toBe(9223372036854775807n)
  expect(enter('number', '9223372036854775808', { integer: true })).toBe('!number.too-large')
  expect(enter('number', '2147483648', { storeAs: 'Integer' })).toBe('!number.too-large')
  expect(enter('number', '-32769', { storeAs: 'Short', min: -99999 })).toBe('!number.too-small')
  expect(enter('number', '99999', { storeAs: 'Short', max: 99999 })).toBe('!number.too-large')
})

test('digits after the point are limited as the field says', () => {
  expect(enter('number', '1.50', { decimals: 2 })).toBe(1.5)
  expect(enter('number', '1.505', { decimals: 2 })).toBe('!number.too-many-decimals')
  expect(present(9540, buildField('number', { decimals: 2 }).props, context)).toBe('9,540.00')
})

test('the variable is a Long for whole numbers and a Double for others', () => {
  expect(toVariables('a', 5, { integer: true }, context)).toEqual([{ name: 'a', type: 'Long', value: 5 }])
  expect(toVariables('a', 5, {}, context)).toEqual([{ name: 'a', type: 'Double', value: 5 }])
  expect(toVariables('a', null, { storeAs: 'Integer' }, context)).toEqual([{ name: 'a', type: 'Integer', value: null }])
  expect(fromVariable({ type: 'Long', value: 9007199254740993n }, context)).toBe('9007199254740993')
})

test('contradictions do not compile', () => {
  expect(listProblemCodes(buildDocument([{ type: 'number', key: 'a', min: 2, max: '1' }]))).toEqual([
    'property.conflict',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'number', key: 'a', integer: true, decimals: 2 }]))).toEqual([
    'property.conflict',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'number', key: 'a', min: '1.5' }]))).toEqual(['property.invalid'])
})

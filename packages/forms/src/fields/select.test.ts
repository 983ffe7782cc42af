import { expect, test } from 'vitest'
import { buildDocument, buildField, enter, listProblemCodes } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const options = [
  { value: 'a', label: 'Approve' },
  { value: 'r', label: 'Reject' },
]

test('one of the options is chosen by its value and shown by its label', () => {
  expect(enter('select', 'r', { options })).toBe('r')
  expect(enter('select', '', { options })).toBeNull()
  expect(getFieldDefinition('select').present('r', buildField('select', { options }).props, { timeZone: 'UTC' })).toBe(
    'Reject',
  )
})

test.each(['Reject', 'x', 'toString', 1, true, ['a'], { value: 'a' }])('%j is none of the options', (entry) => {
  expect(enter('select', entry, { options })).toBe('!choice.unknown')
})

test('a value that is no option any more is shown unchanged', () => {
  expect(
    getFieldDefinition('select').present('old', buildField('select', { options }).props, { timeZone: 'UTC' }),
  ).toBe('old')
})

test.each([
  [undefined, 'property.missing'],
  [[], 'property.invalid'],
  [[...options, { value: 'a', label: 'Again' }], 'property.invalid'],
  [[{ value: 1, label: 'One' }], 'property.invalid'],
  [[{ value: 'a', label: '' }], 'property.invalid'],
  [[{ value: 'a', label: 'A', colour: 'red' }], 'property.invalid'],
  [[null], 'property.invalid'],
])('options %j do not compile', (given, code) => {
  const field = given === undefined ? { type: 'select', key: 'a' } : { type: 'select', key: 'a', options: given }
  expect(listProblemCodes(buildDocument([field]))).toEqual([code])
})

test('two thousand options are searched, more are refused', () => {
  const many = Array.from({ length: 2001 }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }))
  expect(enter('select', 'v1999', { options: many.slice(0, 2000) })).toBe('v1999')
  expect(listProblemCodes(buildDocument([{ type: 'select', key: 'a', options: many }]))).toEqual(['property.invalid'])
})

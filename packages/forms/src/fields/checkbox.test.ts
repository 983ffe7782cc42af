import { expect, test } from 'vitest'
import { enter } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const checkbox = getFieldDefinition('checkbox')

test('a box is ticked or not, also in the words of a query or variable', () => {
  expect([true, 'true', false, 'false', null, ''].map((entry) => enter('checkbox', entry))).toEqual([
    true,
    true,
    false,
    false,
    null,
    null,
  ])
})

test.each(['yes', 1, 0, [], {}])('%j is neither', (entry) => {
  expect(enter('checkbox', entry)).toBe('!checkbox.invalid')
})

test('a required box must be ticked', () => {
  expect(checkbox.isMissing?.(false)).toBe(true)
  expect(checkbox.isMissing?.(true)).toBe(false)
})

test('an untouched box is stored as no', () => {
  expect(checkbox.toVariables('a', null, {}, { timeZone: 'UTC' })).toEqual([
    { name: 'a', type: 'Boolean', value: false },
  ])
})

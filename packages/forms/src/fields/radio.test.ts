import { expect, test } from 'vitest'
import { buildField, enter } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const options = [
  { value: 'yes', label: 'Approve' },
  { value: 'no', label: 'Reject' },
]

test('one of the options is chosen by its value and shown by its label', () => {
  expect(enter('radio', 'no', { options })).toBe('no')
  expect(enter('radio', null, { options })).toBeNull()
  expect(getFieldDefinition('radio').present('no', buildField('radio', { options }).props, { timeZone: 'UTC' })).toBe(
    'Reject',
  )
})

test.each(['maybe', 0, false, []])('%j is none of the options', (entry) => {
  expect(enter('radio', entry, { options })).toBe('!choice.unknown')
})

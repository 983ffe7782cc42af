import { expect, test } from 'vitest'
import type { FormValues } from '../fields/field-value.ts'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { readSubmission } from './read-submission.ts'

const form = buildForm([
  { type: 'number', key: 'amount', required: true },
  { type: 'text', key: 'reason', visible: '=amount > 100', required: true },
  { type: 'text', key: 'supplier', readOnly: true },
  { type: 'number', key: 'discount', enabled: '=amount > 1000' },
])

function submit(input: unknown, current: FormValues = {}) {
  const submission = readSubmission(form, input, { current, context: buildContext(form) })
  return submission.ok ? { ...submission.values } : submission.problems.map(({ field, code }) => `${field} ${code}`)
}

test('readable and valid values are answered, typed', () => {
  expect(submit({ amount: '150', reason: 'New belt' })).toEqual({ amount: 150, reason: 'New belt' })
})

test('values of hidden fields are dropped', () => {
  expect(submit({ amount: 50, reason: 'left over' })).toEqual({ amount: 50 })
})

test('what was not submitted keeps its value, and counts', () => {
  expect(submit({ reason: 'New belt' }, { amount: 150 })).toEqual({ reason: 'New belt' })
  expect(submit({}, { amount: 50 })).toEqual({})
  expect(submit({})).toEqual(['amount value.required'])
})

test('an emptied field is written as empty', () => {
  expect(submit({ amount: 2000, reason: 'x', discount: '' }, { discount: 5 })).toEqual({
    amount: 2000,
    reason: 'x',
    discount: null,
  })
})

test('read-only and disabled fields cannot be changed, but may be sent back as they were', () => {
  const current = { supplier: 'Brandt', discount: 5 }
  expect(submit({ amount: 50, supplier: 'Brandt', discount: 5 }, current)).toEqual({ amount: 50 })
  expect(submit({ amount: 50, supplier: 'Mine' }, current)).toEqual(['supplier value.not-writable'])
  expect(submit({ amount: 50, discount: 99 }, current)).toEqual(['discount value.not-writable'])
})

test('unreadable values and unknown fields are refused before anything is checked', () => {
  expect(submit({ amount: 'x', other: 1 })).toEqual(['other form.unknown-field', 'amount number.invalid'])
})

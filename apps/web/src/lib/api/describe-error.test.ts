import { errors } from '@millrace/contract'
import { expect, it, test } from 'vitest'
import '../i18n.ts'
import '../page-texts.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { describeError } from './describe-error.ts'
import { describeFault, describeModelFault } from './describe-fault.ts'

const codes = [...Object.keys(errors), 'network', 'unreadable'] as ApiErrorCode[]
const refusal = (code: ApiErrorCode, message: string, status = 422) =>
  describeError(new ApiError({ code, status, message, requestId: 'r-1' }))

it.each(codes)('%s is reported in words for people, with what to do', (code) => {
  const { message } = refusal(code, 'Expected one thing, but there is another.')
  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(message).not.toMatch(/expected|_|undefined/i)
})

test('a sentence of the server that is for people stays unchanged', () => {
  expect(refusal('process.refused', 'The condition of “Approved?” failed.').message).toBe(
    'The condition of “Approved?” failed.',
  )
})

test('designers find what failed in it', () => {
  const { message, cause } = refusal('process.refused', 'Expected a number, but “amount” is a text.')
  expect(message).toBe(
    'The process cannot continue because its model has an error. Nothing was changed. Ask a process administrator.',
  )
  expect(cause).toBe('Expected a number, but “amount” is a text.')
  expect(refusal('task.taken', 'Expected a task that nobody has, but Ann has it.').cause).toBeNull()
})

test('an error of the server has the id that leads to its log', () => {
  expect(refusal('internal', 'Expected no fault, but there is one.', 500).requestId).toBe('r-1')
  expect(refusal('task.over', 'Expected an open task, but it is over.').requestId).toBeNull()
})

test.each([
  ['Expected an email address.', 'Enter an email address.'],
  ['Expected a whole number, but it is a text.', 'Enter a whole number.'],
  ['This field is required.', 'This field is required.'],
])('an error of an entry says what to enter: %s', (sentence, said) => {
  expect(describeFault(sentence)).toBe(said)
})

test('other pictures, files and texts are asked for by what they are to be', () => {
  expect(
    refusal('file.refused', 'Expected a picture of type png or jpg as logo, but the file has another content.').message,
  ).toBe('Choose a picture of type png or jpg as logo.')
  expect(refusal('request.invalid', 'Expected plain text.').message).toBe('Enter plain text.')
  expect(describeModelFault('Expected a start event, but there is none.')).toBe(
    'Needs a start event, but there is none.',
  )
  expect(describeModelFault('“${a}” at b failed: Expected a variable named a, but there is none.')).toBe(
    '“${a}” at b failed: expected a variable named a, but there is none.',
  )
  expect(describeModelFault('The service says: Expected 200.')).toBe('The service says: Expected 200.')
})

import { expect, test } from 'vitest'
import { presentProblem } from './present-problem.ts'

test('parameters is in the sentence', () => {
  expect(presentProblem({ code: 'text.too-long', params: { max: 3, length: 5 } })).toBe(
    'Enter at most 3 characters. The text has 5.',
  )
})

test('a month is named', () => {
  const fault = { code: 'date.no-such-day', params: { month: 11, days: 30, example: '30/11/2026' } } as const
  expect(presentProblem(fault)).toBe('November has 30 days. Enter a date such as 30/11/2026.')
  const german = { locale: 'de', messages: { 'date.no-such-day': '{month} hat {days} Tage.' } }
  expect(presentProblem(fault, german)).toBe('November hat 30 Tage.')
})

test('a language without the sentence falls back to English', () => {
  expect(presentProblem({ code: 'value.required' }, { locale: 'de', messages: {} })).toBe('This field is required.')
})

test('the form’s own sentence replaces ours, and its braces are only text', () => {
  expect(presentProblem({ code: 'text.pattern', params: { message: 'Enter {it}.' } })).toBe('Enter {it}.')
})

test('a value that looks like a parameter is only text', () => {
  expect(presentProblem({ code: 'file.type', params: { type: '{max}' } })).toBe(
    'You cannot upload file with type {max}',
  )
  expect(presentProblem({ code: 'file.type', params: { type: '$&' } })).toBe('You cannot upload file with type $&')
})

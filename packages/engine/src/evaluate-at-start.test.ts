import { unlimited } from '@millrace/expressions'
import { expect, it } from 'vitest'
import { evaluateAtStart } from './evaluate-at-start.ts'
import { fromPlain } from './state/value.ts'

const now = new Date('2026-03-02T10:00:00Z')
const count = { name: 'count', value: fromPlain(5) }

it.each([
  [{ language: 'literal', text: 'PT1H' }, 'PT1H'],
  [{ language: 'uel', text: '${count > 3}' }, true],
  [{ language: 'feel', text: 'count + 1' }, 6],
  [{ language: 'uel', text: '${now().toString()}' }, expect.stringContaining('2026')],
])('%o is evaluated with the variables that would start the instance', (text, value) => {
  expect(evaluateAtStart(text, { variables: [count], now, allowance: unlimited })).toEqual({ ok: true, value })
})

it.each([
  [{ language: 'uel', text: '${missing > 3}' }, /missing/],
  [{ language: 'uel', text: '${count >}' }, /Expected/],
  [{ language: 'groovy', text: 'count' }, /groovy/],
])('%o says what is wrong', (text, message) => {
  expect(evaluateAtStart(text, { variables: [count], now, allowance: unlimited })).toEqual({
    ok: false,
    message: expect.stringMatching(message),
  })
})

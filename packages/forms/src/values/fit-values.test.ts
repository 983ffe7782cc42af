import { expect, it } from 'vitest'
import { buildForm } from '../testing/build-form.ts'
import { fitValues } from './fit-values.ts'

const { data } = buildForm([
  { type: 'number', key: 'amount' },
  { type: 'repeater', key: 'lines', children: [{ type: 'text', key: 'what' }] },
  { type: 'panel', key: 'place', children: [{ type: 'text', key: 'city' }] },
])

it('keeps what has the shape of the form, regardless of its fields', () => {
  const values = { amount: 'twelve', lines: [{ what: 'Paper', $row: 0 }], place: { city: null } }
  expect(fitValues(data, values)).toEqual(values)
})

it('leaves out what the form does not have, and what is no list or context any more', () => {
  expect(fitValues(data, { amount: 7, gone: 'x', lines: 'none', place: ['x'] })).toEqual({ amount: 7 })
  expect(fitValues(data, { lines: [{ other: 1 }] })).toEqual({})
  expect(fitValues(data, JSON.parse('{"__proto__": {"amount": 1}, "constructor": 2}'))).toEqual({})
})

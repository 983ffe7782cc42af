import { expect, test } from 'vitest'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { readValues } from './read-values.ts'

const form = buildForm([
  { type: 'text', key: 'name' },
  { type: 'number', key: 'amount' },
  { type: 'date', key: 'needed' },
  { type: 'checkbox', key: 'urgent' },
])
const context = buildContext(form)

test('what is given is read, what is not given is left out', () => {
  const { values, problems } = readValues(form, { amount: '9,540.00', needed: '24/11/2026', urgent: null }, context)
  expect(problems).toEqual([])
  expect({ ...values }).toEqual({ amount: 9540, needed: '2026-11-24', urgent: null })
})

test('every unreadable value is a problem of its own field', () => {
  const { problems } = readValues(form, { name: 1, amount: {}, needed: [], urgent: 'yes' }, context)
  expect(problems.map(({ field, code }) => [field, code])).toEqual([
    ['name', 'text.invalid'],
    ['amount', 'number.invalid'],
    ['needed', 'date.invalid'],
    ['urgent', 'checkbox.invalid'],
  ])
})

test.each([null, 'name=x', 5, [], new Map([['name', 'x']]), new Date()])('%j is no form', (input) => {
  expect(readValues(form, input, context).problems).toEqual([{ field: '', code: 'form.invalid' }])
})

test('names that the form does not have are refused, those of the prototype too', () => {
  const input: unknown = JSON.parse('{"name":"x","__proto__":{"admin":true},"constructor":1,"amount2":5}')
  const { values, problems } = readValues(form, input, context)
  expect(problems.map(({ field, code }) => `${code} ${field}`)).toEqual([
    'form.unknown-field __proto__',
    'form.unknown-field constructor',
    'form.unknown-field amount2',
  ])
  expect(Object.getPrototypeOf(values)).toBeNull()
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('inherited members are not values', () => {
  const sly = buildForm([{ type: 'text', key: 'toString' }])
  expect({ ...readValues(sly, {}, context).values }).toEqual({})
})

test('a million unknown names are answered with a few', () => {
  const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1]))
  expect(readValues(form, input, context).problems).toHaveLength(20)
})

import { expect, test } from 'vitest'
import { enter } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const context = { timeZone: 'Europe/Berlin' }

test('rows are read as their types say', () => {
  const rows = [
    { name: 'a', type: 'String', value: '<b>' },
    { name: 'b', type: 'Long', value: '9007199254740993' },
    { name: 'c', type: 'Double', value: '1.5' },
    { name: 'd', type: 'Boolean', value: true },
    { name: 'e', type: 'Date', value: '24/11/2026 16:00' },
    { name: 'f', type: 'String', value: '' },
  ]
  expect(enter('variables', rows)).toEqual([
    { name: 'a', type: 'String', value: '<b>' },
    { name: 'b', type: 'Long', value: 9007199254740993n },
    { name: 'c', type: 'Double', value: 1.5 },
    { name: 'd', type: 'Boolean', value: true },
    { name: 'e', type: 'Date', value: '2026-11-24T15:00:00.000Z' },
    { name: 'f', type: 'String', value: null },
  ])
})

test('each error says in which row it is', () => {
  const row = { name: 'a', type: 'String', value: 'x' }
  expect(enter('variables', [row, { name: 'b', type: 'Long', value: 'x' }])).toBe('!number.invalid@1.value')
  expect(enter('variables', [{ ...row, name: ' ' }])).toBe('!variables.name-missing@0.name')
  expect(enter('variables', [{ ...row, name: '__proto__' }])).toBe('!variables.name-invalid@0.name')
  expect(enter('variables', [{ ...row, name: 'a\nb' }])).toBe('!variables.name-invalid@0.name')
  expect(enter('variables', [{ name: 'n', type: 'Long', value: '9223372036854775808' }])).toBe(
    '!number.too-large@0.value',
  )
})

test('names are taken once, compared without regard to case', () => {
  const row = { name: 'Amount', type: 'String', value: 'x' }
  expect(enter('variables', [row, { ...row, name: ' amount ' }])).toBe('!variables.name-taken@1.name')
  expect(enter('variables', [row], { reserved: ['AMOUNT'] })).toBe('!variables.name-taken@0.name')
})

test.each([
  'a',
  {},
  [[]],
  [{ name: 'a' }],
  [{ name: 'a', type: 'Object', value: '{}' }],
  [{ name: 'a', type: 'String', value: 'x', more: 1 }],
  [{ name: 1, type: 'String', value: 'x' }],
])('%j are no rows', (entry) => {
  expect(String(enter('variables', entry))).toMatch(/^!variables\.invalid/)
})

test('a hundred rows are added at once, not more', () => {
  const rows = Array.from({ length: 101 }, (_, index) => ({ name: `n${index}`, type: 'String', value: 'x' }))
  expect(enter('variables', rows)).toBe('!variables.too-many')
  expect(enter('variables', rows.slice(1))).toHaveLength(100)
})

test('every row becomes a variable of its own', () => {
  const { toVariables } = getFieldDefinition('variables')
  expect(toVariables('millrace:added', [{ name: ' a ', type: 'Long', value: 5 }], {}, context)).toEqual([
    { name: 'a', type: 'Long', value: 5 },
  ])
})

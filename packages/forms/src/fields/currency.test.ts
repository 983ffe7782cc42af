import { expect, test } from 'vitest'
import { buildField, enter } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const context = { timeZone: 'UTC' }
const amount = (entry: string, currency: string, more: object = {}) => enter('currency', entry, { currency, ...more })

test.each([
  ['KWD', '1.234', '1.2345'],
  ['BHD', '1.234', '1.2345'],
  ['JPY', '10', '10.5'],
  ['KRW', '10', '10.5'],
  ['CLF', '1.2345', '1.23456'],
  ['EUR', '1.23', '1.234'],
  // No currency of ISO 4217.
  ['QQQ', '1.23', '1.234'],
])('an amount in %s has the digits of its currency: %s, not %s', (currency, right, wrong) => {
  expect(amount(right, currency)).toBe(Number(right))
  const isWhole = ['JPY', 'KRW'].includes(currency)
  expect(amount(wrong, currency)).toBe(isWhole ? '!number.not-whole' : '!number.too-many-decimals')
})

test('amounts are shown and rounded with the digits of their currency', () => {
  const definition = getFieldDefinition('currency')
  const propsOf = (currency: string) => buildField('currency', { currency }).props
  expect(definition.present(1.5, propsOf('KWD'), context)).toBe('1.500')
  expect(definition.present(1500, propsOf('JPY'), context)).toBe('1,500')
  expect(definition.round?.(10.6, propsOf('JPY'))).toBe(11)
  expect(definition.round?.(1.23456, propsOf('TND'))).toBe(1.235)
})

test('digits that the field names itself win', () => {
  expect(amount('10.5', 'JPY', { decimals: 1 })).toBe(10.5)
  expect(amount('1.5', 'KWD', { decimals: 0 })).toBe('!number.not-whole')
})

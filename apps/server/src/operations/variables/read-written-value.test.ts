import type { WrittenType } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readWrittenValue } from './read-written-value.ts'

describe('a value that an operator writes as text', () => {
  it.each<[WrittenType, string | null, unknown]>([
    ['String', ' a ', ' a '],
    ['Boolean', ' true ', true],
    ['Boolean', 'false', false],
    ['Integer', '-12', -12],
    ['Long', '9223372036854775807', 2n ** 63n - 1n],
    ['Double', '12.5', 12.5],
    ['Date', '2028-02-29T09:00:00Z', '2028-02-29T09:00:00.000Z'],
    ['Json', '{"amount": 5}', '{"amount": 5}'],
    ['Null', 'anything', null],
    ['Integer', null, null],
  ])('%s %s is taken', (type, text, value) => {
    expect(readWrittenValue(type, text)).toEqual({ type, value, info: null })
  })

  it.each<[WrittenType, string]>([
    ['Boolean', 'yes'],
    // What every object has is no value.
    ['Boolean', 'toString'],
    ['Boolean', '__proto__'],
    ['Integer', '2147483648'],
    ['Long', '9223372036854775808'],
    ['Double', ''],
    ['Double', 'Infinity'],
    ['Date', '2030-01-07'],
    // A day that no month has is not one of the next month.
    ['Date', '2030-02-30T09:00:00Z'],
    ['Json', '{'],
  ])('%s %s is refused', (type, text) => {
    const refusal = readWrittenValue(type, text)
    expect(refusal instanceof Refusal && refusal.code).toBe('variable.invalid')
  })
})

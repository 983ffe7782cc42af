import { fromPlain } from '@millrace/engine'
import { unlimited } from '@millrace/expressions'
import { type FieldBinding, noExpressions } from '@millrace/forms'
import { describe, expect, test } from 'vitest'
import { evaluateBinding, type MeteredContext, writeByExpression } from './bindings.ts'

const variables = (values: Record<string, unknown>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, fromPlain(value)]))
const binding = (more: Partial<FieldBinding>): FieldBinding => ({
  key: 'field',
  variable: 'field',
  expression: null,
  defaultValue: null,
  datePattern: null,
  ...more,
})
const context = (values: Record<string, unknown>): MeteredContext => ({
  timeZone: 'UTC',
  now: new Date('2030-01-01T00:00:00Z'),
  userId: 'ann',
  variables: values,
  expressions: noExpressions,
  allowance: unlimited,
})
const uel = (text: string) => ({ language: 'uel', text })
const open = (one: Partial<FieldBinding>, values: Record<string, unknown> = {}) =>
  evaluateBinding(binding(one), variables(values), context(values))

describe('a bound field opens with', () => {
  test('nothing of its own when its variable has a value', () => {
    expect(open({ defaultValue: uel('${1}') }, { field: 'there' })).toBeUndefined()
  })

  test('its default when the variable is missing or null', () => {
    expect(open({ defaultValue: { language: 'literal', text: '5' } })).toBe('5')
    expect(open({ defaultValue: uel('${a + 1}') }, { a: 1, field: null })).toBe(2)
    expect(open({ defaultValue: { language: 'feel', text: 'a * 2' } }, { a: 4 })).toBe(8)
  })

  test('what its expression gives, and the default when that is nothing', () => {
    expect(open({ expression: uel('${a.b}') }, { a: { b: 'x' } })).toBe('x')
    expect(open({ expression: uel('${a.b}'), defaultValue: uel('${"d"}') }, { a: { b: null } })).toBe('d')
  })

  test('nothing when what the model says cannot be evaluated here', () => {
    expect(open({ defaultValue: uel('${missing.thing()}') })).toBeUndefined()
    expect(open({ defaultValue: { language: 'groovy', text: '1' } })).toBeUndefined()
    expect(open({ defaultValue: uel('${') })).toBeUndefined()
  })

  test('never by changing a variable', () => {
    const list = [1]
    expect(open({ expression: uel('${list.add(2)}') }, { list })).toBeUndefined()
    expect(list).toEqual([1])
  })
})

describe('a field that is bound by an expression writes', () => {
  const write = (text: string, value: unknown, values: Record<string, unknown> = {}) =>
    writeByExpression(
      binding({ expression: uel(text) }),
      { name: 'field', type: 'String', value: value as string },
      variables(values),
    )

  test('the variable that it names', () => {
    expect(write('#{city}', 'Rome')).toEqual({ name: 'city', value: { type: 'String', value: 'Rome', info: null } })
  })

  test('into the object that it names, which may be new', () => {
    expect(write('#{order.city}', 'Rome', { order: { id: 1 } })?.value.value).toBe('{"id":1,"city":"Rome"}')
    expect(write('${order.address.city}', 'Rome')?.value.value).toBe('{"address":{"city":"Rome"}}')
  })

  test('nowhere when it names no place, or one inside a value that has none', () => {
    for (const text of ['#{a + b}', '#{service.find(x)}', 'plain', '#{a.__proto__.b}', '#{constructor.prototype.x}'])
      expect(write(text, 'x')).toBeNull()
    expect(write('#{a.b}', 'x', { a: 'text' })).toBeNull()
    expect(write('#{a.b}', 'x', { a: [1] })).toBeNull()
  })
})

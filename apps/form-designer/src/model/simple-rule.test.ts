import { fieldTypes } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import { expect, test } from 'vitest'
import { hasValue, listOperators, parseRule, printRule, type SimpleTest } from './simple-rule.ts'

const values = { text: 'a "b" \\ and c', number: '-12.5', flag: 'true', day: '2026-11-30' }

test.each(fieldTypes)('whatever %s can be asked is FEEL, and is read back', (type) => {
  const { kind, operators } = listOperators(type)
  for (const operator of operators) {
    const asked: SimpleTest = hasValue(operator)
      ? { name: 'amount', operator, value: values[kind], kind }
      : { name: 'amount', operator, value: '', kind: 'text' }
    const other: SimpleTest = { name: 'note', operator: 'is', value: 'x or y', kind: 'text' }
    for (const join of ['and', 'or'] as const) {
      const rule = { join, tests: [asked, other] }
      const text = printRule(rule) ?? ''
      expect(formFeel.compile(text, { amount: null, note: null }).ok, text).toBe(true)
      expect(parseRule(text), text).toEqual(rule)
    }
  }
})

test('what lacks a value is not written', () => {
  const tests: SimpleTest[] = [{ name: 'amount', operator: 'more', value: '', kind: 'number' }]
  expect(printRule({ join: 'and', tests })).toBeNull()
  expect(
    printRule({ join: 'and', tests: [{ name: 'amount', operator: 'is', value: 'ten', kind: 'number' }] }),
  ).toBeNull()
  expect(
    printRule({ join: 'and', tests: [{ name: 'due', operator: 'is', value: '2026-02-31', kind: 'day' }] }),
  ).toBeNull()
  expect(printRule({ join: 'and', tests: [] })).toBeNull()
})

test.each([
  'amount > 1 and note = "x" or note = "y"',
  'amount + 1 > 2',
  'not(amount > 1)',
  'if a then b else c',
  'amount > limit',
  'due = date("2026-02-31")',
  'amount > 1 and',
  'contains(note, other)',
  '"text" = note',
  'amount < null',
  '',
])('%j stays as it is written', (text) => {
  expect(parseRule(text)).toBeNull()
})

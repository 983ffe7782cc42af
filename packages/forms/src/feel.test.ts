import { expect, test } from 'vitest'
import { compile } from './compile/compile.ts'
import { prepareExpressions } from './expressions/form-expressions.ts'
import { formFeel } from './feel.ts'
import { Filling } from './filling/filling.ts'
import { buildDocument, type NodeDraft } from './testing/build-form.ts'
import { openValues } from './values/open-values.ts'
import type { JsonValues } from './values/value-tree.ts'

function formOf(nodes: readonly NodeDraft[]) {
  const compiled = compile(buildDocument(nodes), { language: formFeel })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const context = {
    now: new Date('2026-11-24T11:00:00.000Z'),
    timeZone: 'Europe/Berlin',
    userId: 'ines',
    variables: { limit: 100 },
    expressions: prepareExpressions(compiled.form, formFeel),
  }
  return { form: compiled.form, context }
}

function isVisible(condition: string, fields: readonly NodeDraft[], values: JsonValues): boolean {
  const { form, context } = formOf([...fields, { type: 'text', id: 'probe', key: 'probe', visible: condition }])
  const filling = new Filling({ form, values, context })
  return filling.getInstance(filling.root, 'probe').state.visible
}

const amount = { type: 'number', key: 'amount' }
const needed = { type: 'date', key: 'needed' }
const at = { type: 'date-time', key: 'at' }

test('numbers, texts, choices and process variables are compared', () => {
  expect(isVisible('=amount > limit', [amount], { amount: 150 })).toBe(true)
  expect(isVisible('=amount > limit', [amount], { amount: 50 })).toBe(false)
  expect(isVisible('=amount > limit', [amount], {})).toBe(false)
  expect(isVisible('=amount = 9007199254740993', [{ ...amount, integer: true }], { amount: '9007199254740993' })).toBe(
    true,
  )
  expect(isVisible('=contains(name, "Gmb")', [{ type: 'text', key: 'name' }], { name: 'Brandt GmbH' })).toBe(true)
})

test('a day is a date', () => {
  expect(isVisible('=needed > today()', [needed], { needed: '2026-11-25' })).toBe(true)
  expect(isVisible('=needed > today()', [needed], { needed: '2026-11-24' })).toBe(false)
  expect(isVisible('=needed = date("2026-11-24")', [needed], { needed: '2026-11-24' })).toBe(true)
  expect(isVisible('=needed.month = 11', [needed], { needed: '2026-11-24' })).toBe(true)
  expect(isVisible('=needed > today()', [needed], {})).toBe(false)
})

test('a time is a date and time', () => {
  expect(isVisible('=at > now()', [at], { at: '2026-11-24T11:00:01.000Z' })).toBe(true)
  expect(isVisible('=at > now()', [at], { at: '2026-11-24T10:59:59.000Z' })).toBe(false)
})

test('names of other products can be read', () => {
  expect(isVisible('=order-id = "x"', [{ type: 'text', key: 'order-id' }], { 'order-id': 'x' })).toBe(true)
  expect(isVisible('=order id = "x"', [{ type: 'text', key: 'order id' }], { 'order id': 'x' })).toBe(true)
})

test('defaults are computed', () => {
  const { form, context } = formOf([
    { ...needed, defaultValue: '=today() + duration("P7D")' },
    { ...amount, defaultValue: '=limit * 2' },
    { type: 'text', key: 'note', defaultValue: '="Up to " + string(amount)' },
  ])
  expect({ ...openValues(form, {}, context) }).toEqual({ needed: '2026-12-01', amount: 200, note: 'Up to 200' })
})

test('errors and cycles are found when the form is compiled', () => {
  const problemsOf = (nodes: readonly NodeDraft[]) => {
    const compiled = compile(buildDocument(nodes), { language: formFeel })
    return compiled.ok ? [] : compiled.problems.map(({ code }) => code)
  }
  expect(problemsOf([{ ...amount, visible: '=amount >' }])).toEqual(['expression.invalid'])
  expect(
    problemsOf([
      { ...amount, visible: '=if needed = null then false else true' },
      { ...needed, visible: '=amount > 1' },
    ]),
  ).toEqual(['expression.cycle'])
})

import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { listFields } from '../compile/runtime-document.ts'
import type { NamedVariable } from '../fields/field-value.ts'
import { buildContext } from '../testing/build-form.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { openValues } from '../values/open-values.ts'
import { readSubmission } from '../values/read-submission.ts'
import { readValues } from '../values/read-values.ts'
import { toVariables } from '../values/to-variables.ts'
import { addedVariablesKey, fromVariables } from './from-variables.ts'

function formOf(variables: readonly NamedVariable[]) {
  const compiled = compile(fromVariables('task', variables), { language: tinyLanguage })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.form
}

const variables: NamedVariable[] = [
  { name: 'supplier', type: 'String', value: 'Brandt' },
  { name: 'amount', type: 'Integer', value: 5 },
  { name: 'due', type: 'Date', value: '2026-11-24T15:00:00.000Z' },
  { name: 'approved', type: 'Boolean', value: false },
  { name: 'nothing', type: 'Null', value: null },
  { name: 'order', type: 'Json', value: '{}' },
]

test('simple variables can be changed, others are named, and values can be added', () => {
  const form = formOf(variables)
  expect(listFields(form.data).map(({ key, type }) => `${key} ${type}`)).toEqual([
    'amount number',
    'approved checkbox',
    'due date-time',
    'nothing text',
    'supplier text',
    'millrace:added variables',
  ])
  expect(form.view[1]).toMatchObject({ type: 'static-text', props: { text: 'Not shown here: order (Json).' } })
})

test('a date at which a day begins is a day, and any other has its time', () => {
  const days: NamedVariable[] = [
    { name: 'day', type: 'Date', value: '2026-10-12T22:00:00.000Z' },
    { name: 'time', type: 'Date', value: '2026-10-12T22:00:00.001Z' },
  ]
  const types = (zone: string) =>
    fromVariables('task', days, [], zone).root.flatMap(({ children }) => (children ?? []).map(({ type }) => type))
  expect(types('Europe/Berlin')).toEqual(['date', 'date-time'])
  expect(types('UTC')).toEqual(['date-time', 'date-time'])
})

test('a process without variables still lets values be added', () => {
  expect(listFields(formOf([]).data).map(({ key }) => key)).toEqual([addedVariablesKey])
})

test('only what was changed or added is written, with the types unchanged', () => {
  const form = formOf(variables)
  const context = buildContext(form)
  const known = Object.fromEntries(variables.map((variable) => [variable.name, variable]))
  const opened = openValues(form, known, context)
  const before = readValues(form, { ...opened }, context).values
  const submission = readSubmission(
    form,
    { ...opened, amount: '6', [addedVariablesKey]: [{ name: 'approver', type: 'String', value: 'Ines' }] },
    { current: opened, context },
  )
  if (!submission.ok) throw new Error(JSON.stringify(submission.problems))
  expect(toVariables(form, submission.values, { context, before: known, opened: before }).variables).toEqual([
    { name: 'amount', type: 'Integer', value: 6 },
    { name: 'approver', type: 'String', value: 'Ines' },
  ])
})

test('an added value cannot take the name of a variable, shown or not', () => {
  const form = formOf(variables)
  const add = (name: string) =>
    readSubmission(
      form,
      { [addedVariablesKey]: [{ name, type: 'String', value: 'x' }] },
      { current: {}, context: buildContext(form) },
    )
  expect(add('ORDER').ok).toBe(false)
  expect(add('other').ok).toBe(true)
})

test('names and values that no field could hold are only named', () => {
  const hostile: NamedVariable[] = [
    { name: '__proto__', type: 'String', value: 'x' },
    { name: addedVariablesKey, type: 'String', value: 'x' },
    { name: 'binary', type: 'String', value: 'a\u0000b' },
    { name: 'huge', type: 'String', value: 'x'.repeat(200_000) },
    { name: 'toString', type: 'toString', value: 'x' },
  ]
  const form = formOf(hostile)
  expect(listFields(form.data).map(({ key }) => key)).toEqual([addedVariablesKey])
  expect(form.view[0]).toMatchObject({ type: 'static-text' })
})

test('of a thousand variables the first two hundred are fields', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    name: `v${String(index).padStart(4, '0')}`,
    type: 'String',
    value: 'x',
  }))
  const form = formOf(many)
  expect(listFields(form.data)).toHaveLength(201)
  expect(form.view[1]).toMatchObject({
    props: { text: expect.stringMatching(/^Not shown here: v0200 .* and 780 more\.$/) },
  })
})

import { expect, test } from 'vitest'
import { presentProblem } from '../messages/present-problem.ts'
import { buildContext, buildForm, type NodeDraft } from '../testing/build-form.ts'
import type { JsonValues } from '../values/value-tree.ts'
import { Filling } from './filling.ts'

function faultsOf(nodes: readonly NodeDraft[], values: JsonValues = {}) {
  const form = buildForm(nodes)
  const filling = new Filling({ form, values, context: buildContext(form) })
  return filling.listProblems().map((problem) => `${problem.field}: ${presentProblem(problem)}`)
}

test('required fields without a value are wrong, each in its own words', () => {
  const options = [{ value: 'a', label: 'A' }]
  expect(
    faultsOf([
      { type: 'text', key: 'a', required: true },
      { type: 'checkbox', key: 'b', required: true },
      { type: 'select', key: 'c', required: true, options },
      { type: 'file', key: 'd', required: true },
      { type: 'text', key: 'e' },
    ]),
  ).toEqual([
    'a: This field is required.',
    'b: This field is required.',
    'c: This field is required.',
    'd: Please upload at least one file in dropzone',
  ])
})

test('a box that is not ticked does not satisfy a required one', () => {
  const nodes = [{ type: 'checkbox', key: 'a', required: true }]
  expect(faultsOf(nodes, { a: false })).toHaveLength(1)
  expect(faultsOf(nodes, { a: true })).toEqual([])
})

test('fields that cannot be filled have no errors', () => {
  for (const more of [{ visible: false }, { enabled: false }, { readOnly: true }]) {
    expect(faultsOf([{ type: 'text', key: 'a', required: true, maxLength: 1, ...more }], { a: 'too long' })).toEqual([])
  }
})

test('required may depend on other fields', () => {
  const nodes = [
    { type: 'number', key: 'amount' },
    { type: 'text', key: 'reason', required: '=amount > 100' },
  ]
  expect(faultsOf(nodes, { amount: 50 })).toEqual([])
  expect(faultsOf(nodes, { amount: 500 })).toEqual(['reason: This field is required.'])
})

test('a check compares fields, in the form’s own words', () => {
  const to = { type: 'date', key: 'to', check: '=to > from', checkMessage: 'The end must come after the start.' }
  const nodes = [{ type: 'date', key: 'from' }, to]
  expect(faultsOf(nodes, { from: '2026-11-24', to: '2026-11-23' })).toEqual(['to: The end must come after the start.'])
  expect(faultsOf(nodes, { from: '2026-11-24', to: '2026-11-25' })).toEqual([])
  expect(faultsOf(nodes, { from: '2026-11-24' })).toEqual([])
  expect(
    faultsOf(
      [
        { type: 'date', key: 'from' },
        { ...to, checkMessage: undefined },
      ].map(dropUndefined),
      { from: '2026-11-24', to: '2026-11-23' },
    ),
  ).toEqual(['to: This value does not match the other values.'])
})

test('three hundred fields with a hundred conditions are checked in document order', () => {
  const nodes = Array.from({ length: 300 }, (_, index) => ({
    type: 'text',
    key: `k${index}`,
    required: index % 3 === 0 ? `=k${(index + 1) % 300} = "x"` : false,
  }))
  const values = Object.fromEntries(nodes.map(({ key }, index) => [key, index % 3 === 1 ? 'x' : null]))
  expect(faultsOf(nodes, values)).toHaveLength(100)
})

function dropUndefined(node: NodeDraft): NodeDraft {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as NodeDraft
}

import { expect, test } from 'vitest'
import { noExpressions } from '../expressions/form-expressions.ts'
import { buildContext, buildForm, type NodeDraft } from '../testing/build-form.ts'
import type { FormContext } from '../values/form-context.ts'
import type { JsonValues } from '../values/value-tree.ts'
import { Filling } from './filling.ts'
import type { NodeState } from './instance.ts'

function statesOf(
  nodes: readonly NodeDraft[],
  values: JsonValues = {},
  more: Partial<FormContext> = {},
): Record<string, NodeState | undefined> {
  const form = buildForm(nodes)
  const filling = new Filling({ form, values, context: buildContext(form, more) })
  return Object.fromEntries(filling.listInstances().map(({ id, state }) => [id, state]))
}

test('a field without conditions is visible, enabled and not required', () => {
  expect(statesOf([{ type: 'text', id: 'a', key: 'a' }])).toEqual({
    a: { visible: true, enabled: true, required: false, readOnly: false, passes: true },
  })
})

test('conditions follow the values', () => {
  const nodes = [
    { type: 'number', id: 'n', key: 'amount' },
    { type: 'text', id: 'r', key: 'reason', visible: '=amount > 100', required: '=amount > 200' },
  ]
  expect(statesOf(nodes).r).toMatchObject({ visible: false, required: false })
  expect(statesOf(nodes, { amount: 150 }).r).toMatchObject({ visible: true, required: false })
  expect(statesOf(nodes, { amount: 201 }).r).toMatchObject({ visible: true, required: true })
})

test('a hidden field counts as empty for the fields that read it', () => {
  const nodes = [
    { type: 'text', id: 'c', key: 'c', visible: '=b = 1' },
    { type: 'number', id: 'b', key: 'b', visible: '=a = 1' },
    { type: 'number', id: 'a', key: 'a' },
  ]
  expect(statesOf(nodes, { a: 1, b: 1 }).c?.visible).toBe(true)
  expect(statesOf(nodes, { a: 2, b: 1 }).c?.visible).toBe(false)
})

test('what holds for a section holds for all inside it', () => {
  const nodes = (more: object) => [
    {
      type: 'section',
      id: 's',
      ...more,
      children: [{ type: 'section', id: 't', children: [{ type: 'text', id: 'a', key: 'a' }] }],
    },
  ]
  expect(statesOf(nodes({ visible: false })).a?.visible).toBe(false)
  expect(statesOf(nodes({ enabled: false })).a?.enabled).toBe(false)
  expect(statesOf(nodes({ readOnly: true })).a?.readOnly).toBe(true)
})

test('process variables can be read, and fields come first', () => {
  const nodes = [
    { type: 'text', id: 'a', key: 'a', visible: '=limit > 5' },
    { type: 'number', id: 'l', key: 'limit' },
  ]
  expect(
    statesOf([{ type: 'text', id: 'a', key: 'a', visible: '=limit > 5' }], {}, { variables: { limit: 6 } }).a?.visible,
  ).toBe(true)
  expect(statesOf(nodes, {}, { variables: { limit: 6 } }).a?.visible).toBe(false)
  expect(statesOf([{ type: 'text', id: 'a', key: 'a', visible: '=toString > 5' }]).a?.visible).toBe(false)
})

test('only true is true: nothing, numbers and failures are not', () => {
  const nodes = ['=missing', '=amount', '=fail', '=missing > 1'].map((visible, index) => ({
    type: 'text',
    id: `t${index}`,
    key: `k${index}`,
    visible,
  }))
  const states = statesOf(nodes, {}, { variables: { amount: 1 } })
  expect(nodes.map(({ id }) => states[id]?.visible)).toEqual([false, false, false, false])
})

test('a check objects only when it knows', () => {
  const nodes = [
    { type: 'number', id: 'a', key: 'from' },
    { type: 'number', id: 'b', key: 'to', check: '=to > from' },
  ]
  expect(statesOf(nodes, { from: 2, to: 1 }).b?.passes).toBe(false)
  expect(statesOf(nodes, { from: 1, to: 2 }).b?.passes).toBe(true)
  expect(statesOf(nodes, { to: 2 }).b?.passes).toBe(true)
})

test('expressions that were not prepared are an error of the server', () => {
  const form = buildForm([{ type: 'text', key: 'a', visible: '=b' }])
  const context = { ...buildContext(form), expressions: noExpressions }
  expect(() => new Filling({ form, values: {}, context })).toThrow(
    'Expected visible of n1 among the prepared expressions',
  )
})

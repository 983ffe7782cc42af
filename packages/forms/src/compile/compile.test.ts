import { expect, test } from 'vitest'
import { buildDocument, buildForm, listProblemCodes } from '../testing/build-form.ts'
import { compileTiny } from '../testing/tiny-expressions.ts'
import { compile } from './compile.ts'

test('fields stand in document order, and the view keeps the tree', () => {
  const form = buildForm([
    { type: 'section', id: 's', label: 'Request', children: [{ type: 'text', id: 'a', key: 'supplier' }] },
    { type: 'static-text', id: 't', text: 'Read this.' },
    { type: 'number', id: 'b', key: 'amount' },
  ])
  expect(form.fields.map(({ key, type }) => [key, type])).toEqual([
    ['supplier', 'text'],
    ['amount', 'number'],
  ])
  expect(form.view).toMatchObject([
    {
      kind: 'layout',
      id: 's',
      type: 'section',
      props: { label: 'Request' },
      children: [{ kind: 'field', id: 'a', key: 'supplier' }],
    },
    { kind: 'layout', id: 't', type: 'static-text', children: [] },
    { kind: 'field', id: 'b', key: 'amount' },
  ])
})

test('the runtime document is plain JSON', () => {
  const form = buildForm([
    { type: 'text', key: 'a', visible: '=b = 1', defaultValue: '=b' },
    { type: 'number', key: 'b' },
  ])
  expect(JSON.parse(JSON.stringify(form))).toEqual(form)
})

test('the same document has the same hash, and every change another', () => {
  const hash = (label: string) => buildForm([{ type: 'text', key: 'a', label }]).hash
  expect(hash('Supplier')).toBe(hash('Supplier'))
  expect(hash('Supplier')).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set(Array.from({ length: 2000 }, (_, index) => hash(`Supplier ${index}`))).size).toBe(2000)
})

test('rules stand behind what they depend on: containers, and fields that they read', () => {
  const form = buildForm([
    { type: 'section', id: 's', visible: '=kind = "x"', children: [{ type: 'text', id: 'a', key: 'a' }] },
    { type: 'text', id: 'k', key: 'kind' },
  ])
  expect(form.rules.map(({ node }) => node)).toEqual(['k', 's', 'a'])
  expect(form.rules[2]).toEqual({ node: 'a', parent: 's', key: 'a' })
})

test('dependents are listed by the field they read, other variables are not', () => {
  const form = buildForm([
    { type: 'number', id: 'a', key: 'amount' },
    { type: 'text', id: 'b', key: 'reason', required: '=amount > 100', visible: '=amount > limit' },
    { type: 'text', id: 'c', key: 'note', enabled: '=reason = "x"', defaultValue: '=amount' },
  ])
  expect(form.deps).toEqual({ amount: ['b'], reason: ['c'] })
})

test('fields that show each other are a cycle, and it is named', () => {
  const document = buildDocument([
    { type: 'text', id: 'a', key: 'x', visible: '=y = 1' },
    { type: 'text', id: 'b', key: 'y', visible: '=z = 1' },
    { type: 'text', id: 'c', key: 'z', visible: '=x = 1' },
  ])
  expect(compile(document, { compileExpression: compileTiny })).toMatchObject({
    ok: false,
    problems: [
      {
        code: 'expression.cycle',
        node: 'a',
        message: 'Expected no visible to depend on itself, but a → b → c → a does.',
      },
    ],
  })
})

test('a section shown by a field inside it is a cycle', () => {
  const section = { type: 'section', visible: '=x = 1', children: [{ type: 'text', key: 'x' }] }
  expect(listProblemCodes(buildDocument([section]))).toEqual(['expression.cycle'])
})

test('defaults that compute each other are a cycle', () => {
  const fields = [
    { type: 'text', key: 'x', defaultValue: '=y' },
    { type: 'text', key: 'y', defaultValue: '=x' },
  ]
  expect(listProblemCodes(buildDocument(fields))).toEqual(['expression.cycle'])
})

test('fields that require each other are no cycle', () => {
  const fields = [
    { type: 'text', key: 'x', required: '=y = 1' },
    { type: 'text', key: 'y', required: '=x = 1', readOnly: '=y = 2' },
  ]
  expect(listProblemCodes(buildDocument(fields))).toEqual([])
})

test('an expression that does not compile is reported with its place', () => {
  const document = buildDocument([{ type: 'text', id: 'a', key: 'x', visible: '=1 +' }])
  expect(compile(document, { compileExpression: compileTiny })).toMatchObject({
    problems: [{ code: 'expression.invalid', node: 'a', at: 'x.props.visible' }],
  })
})

test('a default that the field would refuse is reported', () => {
  expect(listProblemCodes(buildDocument([{ type: 'number', key: 'x', defaultValue: 'many' }]))).toEqual([
    'default.invalid',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'text', key: 'x', maxLength: 2, defaultValue: 'abc' }]))).toEqual([
    'default.invalid',
  ])
  expect(listProblemCodes(buildDocument([{ type: 'date', key: 'x', defaultValue: '24/11/2026' }]))).toEqual([])
  expect(listProblemCodes(buildDocument([{ type: 'text', key: 'x', defaultValue: null }]))).toEqual([])
})

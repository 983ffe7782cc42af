import { describe, expect, test } from 'vitest'
import { formFeel } from '../feel.ts'
import { buildDocument, buildForm, listProblemCodes, type NodeDraft } from '../testing/build-form.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { compile } from './compile.ts'
import { listFields } from './runtime-document.ts'

test('fields stand in document order, and the view keeps the tree', () => {
  const form = buildForm([
    { type: 'section', id: 's', label: 'Request', children: [{ type: 'text', id: 'a', key: 'supplier' }] },
    { type: 'static-text', id: 't', text: 'Read this.' },
    { type: 'number', id: 'b', key: 'amount' },
  ])
  expect(listFields(form.data).map(({ key, type }) => [key, type])).toEqual([
    ['supplier', 'text'],
    ['amount', 'number'],
  ])
  expect(form.view).toMatchObject([
    {
      kind: 'container',
      id: 's',
      type: 'section',
      props: { label: 'Request' },
      children: [{ kind: 'field', id: 'a' }],
    },
    { kind: 'content', id: 't', type: 'static-text' },
    { kind: 'field', id: 'b' },
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
  expect(form.order).toEqual(['k', 's', 'a'])
  expect(form.rules.map(({ node }) => node)).toEqual(['s', 'a', 'k'])
  expect(form.rules[1]).toEqual({ node: 'a', parent: 's' })
})

test('dependents are listed by the field they read, other variables are not', () => {
  const form = buildForm([
    { type: 'number', id: 'a', key: 'amount' },
    { type: 'text', id: 'b', key: 'reason', required: '=amount > 100', visible: '=amount > limit' },
    { type: 'text', id: 'c', key: 'note', enabled: '=reason = "x"', defaultValue: '=amount' },
  ])
  expect(form.deps).toEqual({
    a: [
      { node: 'b', rule: 'visible', depth: 0 },
      { node: 'b', rule: 'required', depth: 0 },
    ],
    b: [{ node: 'c', rule: 'enabled', depth: 0 }],
  })
})

test('fields that show each other are a cycle, and it is named', () => {
  const document = buildDocument([
    { type: 'text', id: 'a', key: 'x', visible: '=y = 1' },
    { type: 'text', id: 'b', key: 'y', visible: '=z = 1' },
    { type: 'text', id: 'c', key: 'z', visible: '=x = 1' },
  ])
  expect(compile(document, { language: tinyLanguage })).toMatchObject({
    ok: false,
    problems: [
      {
        code: 'expression.cycle',
        node: 'a',
        message:
          'Expected what is shown, computed or offered not to depend on itself, but x → y → z → x does. Take one of these conditions out.',
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
  expect(compile(document, { language: tinyLanguage })).toMatchObject({
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

test('a list has the shape of its rows, and a container without a key leaves none', () => {
  const form = buildForm([
    {
      type: 'tabs',
      children: [
        {
          type: 'tab',
          label: 'A',
          children: [
            { type: 'repeater', key: 'items', children: [{ type: 'section', children: [{ type: 'text', key: 'a' }] }] },
          ],
        },
      ],
    },
    { type: 'panel', key: 'address', children: [{ type: 'text', key: 'city' }] },
  ])
  expect(form.data).toMatchObject([
    { kind: 'list', key: 'items', type: 'repeater', members: [{ kind: 'field', key: 'a' }] },
    { kind: 'group', key: 'address', members: [{ kind: 'field', key: 'city' }] },
  ])
  expect(form.view).toMatchObject([
    { kind: 'container', type: 'tabs', children: [{ kind: 'container', type: 'tab', children: [{ kind: 'list' }] }] },
    { kind: 'container', type: 'panel', children: [{ kind: 'field' }] },
  ])
})

describe('with FEEL', () => {
  const codes = (nodes: readonly NodeDraft[]) => {
    const compiled = compile(buildDocument(nodes), { language: formFeel })
    return compiled.ok ? [] : compiled.problems.map(({ message }) => message)
  }
  const list = (key: string, children: readonly NodeDraft[]) => ({
    type: 'repeater',
    key,
    allowDuplicates: true,
    children,
  })
  const price = { type: 'number', key: 'price' }

  test('a rule depends on the column that it reads, and on which rows there are', () => {
    const form = buildForm(
      [
        {
          ...list('items', [
            { ...price, id: 'p' },
            { type: 'text', id: 'x', key: 'note' },
          ]),
          id: 'i',
        },
        { type: 'number', id: 't', key: 'total', computed: '=sum(items.price)' },
        { type: 'number', id: 'c', key: 'lines', computed: '=count(items)' },
      ],
      {},
      formFeel,
    )
    const total = { node: 't', rule: 'computed', depth: 0 }
    expect(form.deps).toEqual({ i: [total, { node: 'c', rule: 'computed', depth: 0 }], p: [total] })
  })

  test('rows that must differ depend on what is entered in them', () => {
    const children = [
      { ...price, id: 'p' },
      { type: 'number', id: 's', key: 'sum', computed: '=price * 2' },
    ]
    const form = buildForm([{ ...list('items', children), id: 'i', allowDuplicates: false }], {}, formFeel)
    const unique = { node: 'i', rule: 'unique', depth: 0 }
    expect(form.deps).toEqual({ i: [unique], p: [{ node: 's', rule: 'computed', depth: 1 }, unique] })
  })

  test('a rule in a row depends on its own row only', () => {
    const form = buildForm(
      [
        list('items', [
          { ...price, id: 'p' },
          { type: 'number', id: 's', key: 'sum', computed: '=price * 2' },
        ]),
      ],
      {},
      formFeel,
    )
    expect(form.deps).toEqual({ p: [{ node: 's', rule: 'computed', depth: 1 }] })
  })

  test('a share of a sum over its own column is no cycle, a sum over itself is one', () => {
    expect(
      codes([list('items', [price, { type: 'number', key: 'share', computed: '=price / sum(items.price)' }])]),
    ).toEqual([])
    expect(codes([list('items', [price, { type: 'number', key: 'share', computed: '=sum(items.share)' }])])).toEqual([
      'Expected what is shown, computed or offered not to depend on itself, but share → share does. Take one of these conditions out.',
    ])
  })

  test('cycles through rows are found, whichever way they go', () => {
    const total = { type: 'number', key: 'total', computed: '=sum(items.price)' }
    expect(codes([total, list('items', [{ ...price, visible: '=total > 3' }])])).toEqual([
      'Expected what is shown, computed or offered not to depend on itself, but total → price → total does. Take one of these conditions out.',
    ])
    expect(codes([{ ...list('items', [price]), visible: '=count(items) > 0' }])).toHaveLength(1)
    expect(
      codes([
        { ...total, computed: '=sum(for i in items return i.price)' },
        list('items', [{ ...price, visible: '=total > 3' }]),
      ]),
    ).toHaveLength(1)
    expect(
      codes([{ ...total, computed: '=count(items)' }, list('items', [{ ...price, visible: '=total > 3' }])]),
    ).toEqual([])
  })

  test('a computed value has no default', () => {
    expect(codes([{ ...price, computed: '=1', defaultValue: 2 }])).toHaveLength(1)
  })
})

import { expect, test } from 'vitest'
import { buildDocument, listProblemCodes, type NodeDraft } from '../testing/build-form.ts'
import { parseDocument, readDocument } from './read-document.ts'

const name = { type: 'text', key: 'name' }

function problemsOf(input: unknown) {
  const read = readDocument(input)
  return read.ok ? [] : read.problems
}

test('settings, translations and layout get their defaults', () => {
  const read = readDocument(buildDocument([{ ...name, id: 'aaaaaaa' }]))
  expect(read).toEqual({
    ok: true,
    document: {
      schema: 2,
      id: 'form',
      settings: { mode: 'single', locales: ['en'], defaultLocale: 'en', submitActions: [] },
      i18n: {},
      root: [
        {
          id: 'aaaaaaa',
          type: 'text',
          key: 'name',
          props: { label: 'name' },
          layout: { span: { base: 12, sm: 12, md: 6 } },
        },
      ],
    },
  })
})

test.each([
  { type: 'section', label: 'Items', children: [] },
  { type: 'columns', children: [{ type: 'column', children: [] }] },
  { type: 'repeater', key: 'items', children: [] },
] satisfies NodeDraft[])('a container without a layout has the full width: $type', (node: NodeDraft) => {
  const read = readDocument(buildDocument([node]))
  expect(read.ok && read.document.root[0]?.layout).toEqual({ span: { base: 12, sm: 12, md: 12 } })
})

test('columns without a layout share the width', () => {
  const read = readDocument(buildDocument([{ type: 'columns', children: [{ type: 'column', children: [] }] }]))
  expect(read).toMatchObject({ document: { root: [{ children: [{ layout: { span: { md: 6 } } }] }] } })
})

test.each([null, undefined, 5, 'form', [], new Date(), new Map()])('%j is no document', (input) => {
  expect(problemsOf(input).map(({ code }) => code)).toEqual(['document.invalid'])
})

test('a problem says where it is, what was expected and what was found', () => {
  const document = buildDocument([{ type: 'section', label: 'S', children: [{ ...name, id: 'abc', minLength: -1 }] }])
  expect(problemsOf(document)).toEqual([
    {
      code: 'property.invalid',
      node: 'abc',
      at: 'root[0].children[0].props.minLength',
      message: 'Expected a whole number from 0 to 100000, but found -1.',
    },
  ])
})

test.each([
  ['schema', { schema: 3 }],
  ['schema', { schema: '1' }],
  ['id', { id: 'a b' }],
  ['id', { id: '' }],
  ['script', { script: 'alert(1)' }],
  ['root', { root: {} }],
  ['settings', { settings: [] }],
  ['settings.mode', { settings: { mode: 'wizard' } }],
  ['settings.colour', { settings: { colour: 'red' } }],
  ['settings.locales', { settings: { locales: ['en', 'en'] } }],
  ['settings.locales', { settings: { locales: ['<x>'] } }],
  ['settings.defaultLocale', { settings: { locales: ['en'], defaultLocale: 'de' } }],
  [
    'settings.submitActions',
    {
      settings: {
        submitActions: [
          { id: 'a', label: 'A' },
          { id: 'a', label: 'B' },
        ],
      },
    },
  ],
  ['settings.submitActions', { settings: { submitActions: [{ id: 'a', label: 'A', script: '' }] } }],
  ['i18n', { i18n: [] }],
  ['i18n.x y', { i18n: { 'x y': {} } }],
  ['i18n.de.other.label', { i18n: { de: { 'other.label': 'x' } } }],
  ['i18n.de.n1.maxLength', { i18n: { de: { 'n1.maxLength': '5' } } }],
  ['i18n.de.n1.label', { i18n: { de: { 'n1.label': 5 } } }],
])('%s is named when it is wrong', (at, more) => {
  expect(problemsOf({ ...buildDocument([name]), ...more }).map((problem) => problem.at)).toEqual([at])
})

test.each([
  ['node.invalid', 'a node'],
  ['node.invalid', null],
  ['node.invalid', { type: 'text' }],
  ['node.invalid', { id: 'a-b', type: 'text', key: 'a', props: { label: 'a' } }],
  ['node.invalid', { id: 'constructor', type: 'text', key: 'a', props: { label: 'a' } }],
  ['node.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a' }, layout: { span: { md: 13 } } }],
  ['node.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a' }, layout: { span: { xl: 1 } } }],
  ['node.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a' }, layout: { colour: 1 } }],
  ['node.unknown-type', { id: 'a', type: 'toString', key: 'a', props: {} }],
  ['node.unknown-type', { id: 'a', type: 5 }],
  ['node.unknown-member', { id: 'a', type: 'text', key: 'a', props: { label: 'a' }, onclick: 'x' }],
  ['node.unknown-member', { id: 'a', type: 'text', key: 'a', props: { label: 'a' }, children: [] }],
  ['node.unknown-member', { id: 'a', type: 'static-text', key: 'a', props: { text: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: '', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: ' a', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: 'a\nb', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: '__proto__', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: 'constructor', props: { label: 'a' } }],
  ['key.invalid', { id: 'a', type: 'text', key: 'x'.repeat(256), props: { label: 'a' } }],
  ['property.missing', { id: 'a', type: 'text', key: 'a', props: {} }],
  ['property.missing', { id: 'a', type: 'static-text', props: {} }],
  ['property.invalid', { id: 'a', type: 'text', key: 'a', props: [] }],
  ['property.invalid', { id: 'a', type: 'text', key: 'a', props: { label: ' ' } }],
  ['property.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a', required: 'yes' } }],
  ['property.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a', required: '=' } }],
  ['property.invalid', { id: 'a', type: 'text', key: 'a', props: { label: 'a', pattern: '(a+)+' } }],
  ['property.unknown', { id: 'a', type: 'text', key: 'a', props: { label: 'a', onClick: 'alert(1)' } }],
  ['property.unknown', { id: 'a', type: 'text', key: 'a', props: { label: 'a', toString: 'x' } }],
  [
    'property.unknown',
    JSON.parse('{"id":"a","type":"text","key":"a","props":{"label":"a","__proto__":{"required":true}}}'),
  ],
])('%s: %j', (code, node) => {
  expect(problemsOf({ schema: 2, id: 'f', root: [node] }).map((problem) => problem.code)).toEqual([code])
})

test('keys of other products, with blanks and signs, are taken', () => {
  for (const key of ['order id', 'a.b', 'a-b', 'größe', '注文', 'toString', 'hasOwnProperty']) {
    expect(problemsOf(buildDocument([{ type: 'text', key }]))).toEqual([])
  }
})

test('ids and keys stand once', () => {
  expect(
    listProblemCodes(
      buildDocument([
        { ...name, id: 'a' },
        { type: 'text', key: 'b', id: 'a' },
      ]),
    ),
  ).toEqual(['node.duplicate-id'])
  expect(listProblemCodes(buildDocument([name, name]))).toEqual(['key.duplicate'])
})

test('sections may lie in sections, but not without end', () => {
  const nest = (depth: number): Record<string, unknown> =>
    depth === 0
      ? { id: 'leaf', type: 'text', key: 'a', props: { label: 'a' } }
      : { id: `s${depth}`, type: 'section', props: {}, children: [nest(depth - 1)] }
  expect(problemsOf({ schema: 1, id: 'f', root: [nest(11)] })).toEqual([])
  for (const deeper of [12, 5_000])
    expect(problemsOf({ schema: 1, id: 'f', root: [nest(deeper)] }).map(({ code }) => code)).toEqual(['node.too-deep'])
})

test('a document may be large, but not without end', () => {
  const many = (count: number) =>
    buildDocument(Array.from({ length: count }, (_, index) => ({ type: 'text', key: `k${index}` })))
  expect(problemsOf(many(2_000))).toEqual([])
  expect(problemsOf(many(2_001)).map(({ code }) => code)).toEqual(['document.too-large'])
})

test('a document full of errors does not fill the answer with them', () => {
  const document = { schema: 1, id: 'f', root: Array.from({ length: 100_000 }, () => null) }
  expect(problemsOf(document).length).toBeLessThan(300)
})

test('stored text is read, and refused when it is no JSON or too long', () => {
  expect(parseDocument(JSON.stringify(buildDocument([name]))).ok).toBe(true)
  expect(parseDocument('{"schema":1')).toMatchObject({ ok: false, problems: [{ code: 'document.invalid' }] })
  expect(parseDocument('['.repeat(1_000_000))).toMatchObject({ ok: false })
  expect(parseDocument(' '.repeat(2_000_001))).toMatchObject({
    ok: false,
    problems: [{ code: 'document.too-large' }],
  })
})

test('a document of the flat schema is read as one of the present', () => {
  const flat = { schema: 1, id: 'f', root: [{ id: 's', type: 'section', props: {}, children: [] }] }
  const read = readDocument(flat)
  expect(read).toEqual(readDocument({ ...flat, schema: 2 }))
  expect(read).toMatchObject({ ok: true, document: { schema: 2 } })
})

test('keys are taken once in a row, and again in another', () => {
  const list = (key: string, children: readonly NodeDraft[]) => ({ type: 'repeater', key, children })
  const group = (key: string, children: readonly NodeDraft[]) => ({ type: 'panel', key, children })
  expect(listProblemCodes(buildDocument([name, list('rows', [name, group('inner', [name])])]))).toEqual([])
  expect(listProblemCodes(buildDocument([list('rows', [name, { type: 'section', children: [name] }])]))).toEqual([
    'key.duplicate',
  ])
  expect(listProblemCodes(buildDocument([name, list('name', [name])]))).toEqual(['key.duplicate'])
})

test.each([
  ['a tab stands in tabs only', { type: 'tab', label: 'A' }],
  ['tabs hold tabs only', { type: 'tabs', children: [name] }],
  ['a grid holds fields only', { type: 'grid', key: 'g', children: [{ type: 'section', children: [name] }] }],
  [
    'values that are added by name stand alone',
    { type: 'repeater', key: 'r', children: [{ type: 'variables', key: 'v' }] },
  ],
  ['also in a container with a key', { type: 'panel', key: 'p', children: [{ type: 'variables', key: 'v' }] }],
])('%s', (_rule, node) => {
  expect(listProblemCodes(buildDocument([node]))).toEqual(['node.misplaced'])
})

test('ten thousand containers in each other are refused', () => {
  let node: Record<string, unknown> = { id: 'leaf', type: 'text', key: 'a', props: { label: 'a' } }
  for (let level = 0; level < 10_000; level++)
    node = { id: `n${level}`, type: 'repeater', key: `k${level}`, props: { label: 'a' }, children: [node] }
  expect(problemsOf({ schema: 2, id: 'f', root: [node] }).map(({ code }) => code)).toEqual(['node.too-deep'])
})

test.each([
  ['min over max', { min: 3, max: 2 }],
  ['unique fields that are none', { unique: ['other'] }],
  ['unique fields of the inside of a list', { unique: ['rows.name'] }],
])('%s is a contradiction', (_name, props) => {
  const rows = { type: 'repeater', key: 'rows', children: [name] }
  expect(listProblemCodes(buildDocument([{ type: 'repeater', key: 'r', ...props, children: [name, rows] }]))).toEqual([
    'property.conflict',
  ])
})

test('inside of a list there is no process variable', () => {
  const field = { ...name, variable: 'other' }
  expect(listProblemCodes(buildDocument([field]))).toEqual([])
  expect(listProblemCodes(buildDocument([{ type: 'repeater', key: 'r', children: [field] }]))).toEqual([
    'property.conflict',
  ])
})

test('a default of rows is read as the rows are', () => {
  const list = (defaultValue: unknown) => [
    { type: 'grid', key: 'r', defaultValue, children: [{ type: 'number', key: 'n' }] },
  ]
  expect(listProblemCodes(buildDocument(list([{ n: 1 }, {}])))).toEqual([])
  for (const wrong of [5, {}, [1], [{ n: 'x' }], [{ other: 1 }]])
    expect(listProblemCodes(buildDocument(list(wrong)))).toEqual(['default.invalid'])
})

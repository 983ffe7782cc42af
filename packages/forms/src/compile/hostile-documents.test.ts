import { expect, test } from 'vitest'
import { specsOf } from '../document/node-types.ts'
import { parseDocument, readDocument } from '../document/read-document.ts'
import type { NodeType } from '../document/types.ts'
import { formFeel } from '../feel.ts'
import { allTypes } from '../testing/random-form.ts'
import { compile } from './compile.ts'

const containers = [
  'section',
  'panel',
  'fieldset',
  'collapsible',
  'accordion',
  'columns',
  'column',
  'table',
  'table-row',
  'tabs',
  'tab',
  'pages',
  'page',
] as const
const contents = ['static-text', 'heading', 'html', 'static-image', 'separator', 'button'] as const
const everyType: readonly NodeType[] = [...allTypes, ...containers, 'repeater', 'grid', ...contents]

function codesOf(document: unknown): string[] {
  const compiled = compile(document, { language: formFeel })
  return compiled.ok ? [] : compiled.problems.map(({ code }) => code)
}

/** A document of one node of a type with these properties. */
function documentOf(type: NodeType, props: unknown): unknown {
  return { schema: 2, id: 'form', root: [{ id: 'n1', type, key: 'a', props, children: [] }] }
}

test('ten thousand containers in each other are refused, as text and as an object', () => {
  const open = '{"id":"n","type":"section","children":['
  expect(codesOf(JSON.parse(`{"schema":2,"id":"f","root":[${open.repeat(2_000)}${']}'.repeat(2_000)}]}`))).toContain(
    'node.duplicate-id',
  )
  let node: Record<string, unknown> = { id: 'n0', type: 'text', key: 'a', props: { label: 'a' } }
  for (let level = 1; level <= 10_000; level++) node = { id: `n${level}`, type: 'section', children: [node] }
  expect(codesOf({ schema: 2, id: 'f', root: [node] })).toEqual(['node.too-deep'])
})

test('ten thousand nodes beside each other are refused after two thousand', () => {
  const root = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, type: 'separator' }))
  expect(codesOf({ schema: 2, id: 'f', root })).toEqual(['document.too-large'])
})

test('five megabytes are refused before they are read', () => {
  const read = parseDocument(`{"schema":2,"id":"f","root":[],"i18n":{"de":{"x":"${'a'.repeat(5_000_000)}"}}}`)
  expect(read).toMatchObject({ ok: false, problems: [{ code: 'document.too-large' }] })
})

test.each(['__proto__', 'constructor', 'prototype'])(
  '%s is neither a key nor an id, a property, a language or an option',
  (name) => {
    const document = JSON.parse(
      `{"schema": 2, "id": "form", "${name}": {"polluted": true}, "i18n": {"${name}": {"polluted": "x"}}, "root": [
      {"id": "${name}", "type": "text", "key": "a", "props": {"label": "a"}},
      {"id": "n1", "type": "text", "key": "${name}", "props": {"label": "a", "${name}": {"polluted": true}}},
      {"id": "n2", "type": "${name}", "key": "b"},
      {"id": "n3", "type": "select", "key": "c", "props": {"label": "c", "dependsOn": "${name}", "options": [{"value": "${name}", "label": "x"}]}},
      {"id": "n4", "type": "button", "props": {"label": "x", "action": "compute", "target": "${name}", "result": "=1"}},
      {"id": "n5", "type": "grid", "key": "d", "props": {"label": "d", "totals": ["${name}"]}, "children": []}
    ]}`,
    )
    expect(codesOf(document).length).toBeGreaterThan(4)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

const strange = [
  null,
  true,
  false,
  0,
  -1,
  1e300,
  '',
  'x',
  '=',
  '=1+',
  [],
  {},
  [null],
  [[]],
  { value: 1 },
  'x'.repeat(100_000),
  '\u0000',
]

test.each(everyType)('%s takes no value of a wrong type for any of its properties, and nothing throws', (type) => {
  for (const name of Object.keys(specsOf(type)))
    for (const value of strange) {
      const read = readDocument(documentOf(type, { [name]: value }))
      if (!read.ok) for (const problem of read.problems) expect(problem.message).toMatch(/^Expected /)
      codesOf(documentOf(type, { [name]: value }))
    }
  for (const props of strange) codesOf(documentOf(type, props))
})

test.each(everyType)('scripts in the texts of %s stay texts', (type) => {
  const script = '<script>x</script>'
  for (const [name, { kind }] of Object.entries(specsOf(type))) {
    const read = specsOf(type)[name]?.read(script)
    if (kind === 'text') expect(read).toEqual({ ok: true, value: script })
    if (kind === 'html' || kind === 'picture') expect(read).toMatchObject({ ok: false })
  }
})

test.each([
  '{',
  '[]',
  '7',
  '"x"',
  'null',
  '{"schema":3,"id":"f","root":[]}',
  '{"schema":"2","id":"f","root":[]}',
  '{"schema":2,"id":"f","root":{}}',
  '{"schema":2,"id":7,"root":[],"settings":[]}',
])('the document %s is refused with a sentence', (json) => {
  const read = parseDocument(json)
  expect(read.ok ? [] : read.problems.map(({ message }) => message.slice(0, 9))).toContain('Expected ')
})

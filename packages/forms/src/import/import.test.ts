import { describe, expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { isPlainObject } from '../document/plain-object.ts'
import { formFeel } from '../feel.ts'
import { importFlowableForm } from './flowable.ts'
import { importFormIo } from './form-io.ts'
import { collectFormIoNames, findFormIoMember } from './form-io-names.ts'
import { importFormJs } from './form-js.ts'
import type { ImportResult } from './import-notes.ts'

const leave = {
  type: 'default',
  id: 'leave-request',
  schemaVersion: 18,
  components: [
    { type: 'text', id: 'F1', text: '# Leave request' },
    {
      type: 'textfield',
      id: 'F2',
      key: 'name',
      label: 'Name',
      validate: { required: true, maxLength: 50 },
      layout: { row: 'R1', columns: 8 },
    },
    {
      type: 'textfield',
      id: 'F3',
      key: 'mail',
      label: 'Mail',
      validate: { validationType: 'email' },
      layout: { row: 'R1', columns: 8 },
    },
    {
      type: 'number',
      id: 'F4',
      key: 'days',
      label: 'Days',
      decimalDigits: 1,
      validate: { min: 0.5, max: 30 },
      appearance: { suffixAdorner: 'days' },
    },
    { type: 'datetime', id: 'F5', key: 'from', subtype: 'date', dateLabel: 'From', validate: { required: true } },
    {
      type: 'radio',
      id: 'F6',
      key: 'kind',
      label: 'Kind',
      values: [
        { label: 'Paid', value: 'paid' },
        { label: 'Unpaid', value: 'unpaid' },
      ],
    },
    { type: 'textarea', id: 'F7', key: 'reason', label: 'Reason', conditional: { hide: '=kind = "paid"' } },
    { type: 'checklist', id: 'F8', key: 'help', label: 'Help', values: [{ label: 'Ana', value: 'ana' }] },
    { type: 'taglist', id: 'F9', key: 'topics', label: 'Topics', valuesExpression: '=topics' },
    {
      type: 'group',
      id: 'G1',
      path: 'address',
      label: 'Address',
      components: [{ type: 'textfield', id: 'F10', key: 'city', label: 'City' }],
    },
    {
      type: 'dynamiclist',
      id: 'L1',
      path: 'trips',
      label: 'Trips',
      components: [{ type: 'textfield', id: 'F11', key: 'city', label: 'City' }],
    },
    { type: 'expression', id: 'F12', key: 'double', expression: '=days * 2' },
    { type: 'textfield', id: 'F13', key: 'name', label: 'Name again' },
    { type: 'filepicker', id: 'F14', key: 'plan', label: 'Plan', multiple: true, accept: '.pdf, .png' },
    { type: 'html', content: '<p>By <b>law</b></p><script>alert(1)</script>' },
    { type: 'separator' },
    { type: 'iframe', id: 'F15', url: 'https://example.org' },
    { type: 'button', id: 'F16', label: 'Send', action: 'submit' },
  ],
}

const order = {
  display: 'wizard',
  title: 'Order',
  name: 'order',
  components: [
    {
      type: 'panel',
      title: 'Who',
      key: 'page1',
      components: [
        { type: 'email', key: 'email', label: 'E-mail', input: true, validate: { required: true } },
        { type: 'textfield', key: 'account', label: 'Account', inputMask: 'aa99 9999' },
        {
          type: 'select',
          key: 'country',
          label: 'Country',
          data: { values: [{ label: 'Portugal', value: 'pt' }] },
          dataSrc: 'values',
        },
        { type: 'textfield', key: 'vat', label: 'VAT', conditional: { show: true, when: 'country', eq: 'pt' } },
        {
          type: 'columns',
          columns: [
            { width: 4, components: [{ type: 'currency', key: 'budget', label: 'Budget', currency: 'EUR' }] },
            { width: 8, components: [{ type: 'day', key: 'due', label: 'Due' }] },
          ],
        },
      ],
    },
    {
      type: 'panel',
      title: 'What',
      key: 'page2',
      components: [
        {
          type: 'datagrid',
          key: 'lines',
          label: 'Lines',
          validate: { minLength: 1 },
          components: [
            { type: 'textfield', key: 'what', label: 'What' },
            { type: 'number', key: 'count', label: 'Count', validate: { min: 1 } },
          ],
        },
        { type: 'number', key: 'total', label: 'Total', calculateValue: 'value = data.lines.length' },
        {
          type: 'selectboxes',
          key: 'extras',
          label: 'Extras',
          values: [{ label: 'Gift', value: 'gift' }],
          defaultValue: { gift: true },
        },
        { type: 'select', key: 'city', label: 'City', dataSrc: 'url', data: { url: 'https://example.org/cities' } },
        { type: 'content', key: 'c', html: '<p onclick="x()">Thanks</p>' },
        {
          type: 'tabs',
          key: 't',
          components: [{ label: 'One', key: 'one', components: [{ type: 'signature', key: 'sign', label: 'Sign' }] }],
        },
        {
          type: 'table',
          key: 'tb',
          header: ['A', 'B'],
          rows: [
            [
              { components: [{ type: 'checkbox', key: 'a1', label: 'A1' }] },
              { components: [{ type: 'checkbox', key: 'b1', label: 'B1' }] },
            ],
          ],
        },
        {
          type: 'panel',
          title: 'More',
          collapsible: true,
          collapsed: true,
          components: [{ type: 'textarea', key: 'note', label: 'Note', editor: 'quill' }],
        },
        { type: 'survey', key: 'survey', label: 'Survey' },
      ],
    },
    { type: 'button', action: 'submit', key: 'submit', label: 'Submit' },
  ],
}

/** Every node below as `type key`. */
function outline(nodes: unknown): string[] {
  return (Array.isArray(nodes) ? (nodes as unknown[]) : []).flatMap((node) =>
    isPlainObject(node)
      ? [[node.type, node.key].filter((part) => part !== undefined).join(' '), ...outline(node.children)]
      : [],
  )
}

function formOf(result: ImportResult) {
  if (!result.ok) throw new Error(result.message)
  return result.form
}

test('a form of form-js becomes a document that compiles, and what was not taken over is reported', () => {
  const { document, mapped, notes } = formOf(importFormJs(leave))
  const compiled = compile(document, { language: formFeel })
  expect(compiled.ok ? [] : compiled.problems).toEqual([])
  expect(outline(document.root)).toEqual([
    ...['static-text', 'text name', 'email mail', 'number days', 'date from', 'radio kind', 'textarea reason'],
    ...['check-list help', 'multi-select topics', 'section address', 'text city', 'repeater trips', 'text city'],
    ...['computed double', 'text name_2', 'file plan', 'html', 'separator', 'button'],
  ])
  expect(mapped).toBe(19)
  expect(notes.map(({ at, kind }) => `${kind} ${at}`)).toEqual([
    'changed components[0].text',
    'left-out components[8].valuesExpression',
    'changed components[12].key',
    'left-out components[14].content',
    'left-out components[16]',
  ])
})

test('conditions of form-js hide what they hid', () => {
  const compiled = compile(formOf(importFormJs(leave)).document, { language: formFeel })
  const rules = compiled.ok ? compiled.form.rules : []
  expect(rules.find(({ node }) => node === 'F7')?.visible).toBe('=not(kind = "paid")')
  expect(rules.find(({ node }) => node === 'F2')?.required).toBe(true)
})

test('a wizard of Form.io becomes pages that compile, and JavaScript is reported and left out', () => {
  const { document, notes } = formOf(importFormIo(order))
  const compiled = compile(document, { language: formFeel })
  expect(compiled.ok ? [] : compiled.problems).toEqual([])
  expect(outline(document.root)).toEqual([
    ...[
      'pages',
      'page',
      'email email',
      'masked account',
      'select country',
      'text vat',
      'columns',
      'column',
      'currency budget',
    ],
    ...['column', 'date due', 'page', 'grid lines', 'text what', 'number count', 'number total', 'check-list extras'],
    ...['select city', 'html', 'tabs', 'tab', 'signature sign', 'table', 'table-row', 'checkbox a1', 'checkbox b1'],
    ...['collapsible', 'rich-text note'],
  ])
  expect(notes.map(({ at }) => at)).toEqual([
    'components[1].components[1].calculateValue',
    'components[1].components[3].data',
    'components[1].components[4].html',
    'components[1].components[8]',
    'components[2]',
  ])
  const rules = compiled.ok ? compiled.form.rules : []
  expect(rules.some(({ visible }) => visible === '=country = "pt"')).toBe(true)
})

test.each([null, 5, 'x', [], {}, { components: {} }])('%j is no form of either', (input) => {
  for (const read of [importFormJs, importFormIo])
    expect(read(input)).toMatchObject({ ok: false, message: expect.stringMatching(/^Expected a form of .*, but/) })
})

test('hostile parts are left out, and what is left is a document', () => {
  const script = '<script>alert(1)</script>'
  let nested: Record<string, unknown> = { type: 'textfield', key: 'deep' }
  for (let level = 0; level < 5_000; level++) nested = { type: 'group', components: [nested] }
  const hostile = [
    JSON.parse('{"type": "textfield", "key": "__proto__", "label": "x"}'),
    { type: 'textfield', key: 'constructor', label: { toString: 1 }, validate: 'x', conditional: 7, layout: [] },
    { type: '__proto__', key: 'a' },
    { type: 'toString' },
    { type: 'number', key: 'n', validate: { min: 'x', max: {} }, defaultValue: {} },
    { type: 'select', key: 's', values: [{ value: '__proto__', label: 'x' }, null, 7] },
    { type: 'textfield', key: 'p', label: script, description: script, validate: { pattern: '(a+)+$' } },
    { type: 'html', content: script.repeat(100), html: script },
    { type: 'button', action: 'custom', label: 'x', custom: 'alert(1)' },
    nested,
    null,
    7,
  ]
  for (const read of [importFormJs, importFormIo]) {
    const { document, notes } = formOf(read({ id: '__proto__', components: hostile }))
    const compiled = compile(document, { language: formFeel })
    expect(
      compiled.ok ? [] : compiled.problems.map(({ code }) => code).filter((code) => code !== 'default.invalid'),
    ).toEqual([])
    expect(notes.length).toBeGreaterThan(3)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  }
})

const trip = {
  key: 'tripForm',
  name: 'Trip',
  fields: [
    {
      id: 'city',
      name: 'City',
      type: 'text',
      required: true,
      placeholder: 'Oslo',
      params: { minLength: '2', maxLength: '40' },
    },
    { id: 'days', name: 'Days', type: 'integer' },
    {
      id: 'by',
      name: 'By',
      type: 'dropdown',
      hasEmptyValue: true,
      options: [{ name: 'Please choose one...' }, { name: 'Train' }, { id: 'air', name: 'Plane' }],
    },
    {
      id: 'box',
      type: 'container',
      fields: { 1: [{ id: 'from', name: 'From', type: 'date' }], 2: [{ id: 'who', name: 'Who', type: 'people' }] },
    },
    { id: 'h', name: 'Details', type: 'headline' },
    { id: 'x', name: 'Cost: ${cost}', type: 'expression', expression: 'Cost: ${cost}' },
    { id: 'far', name: 'Far', type: 'radio-buttons', optionType: 'manual' },
    { id: 'map', name: 'Map', type: 'custom-map' },
  ],
  outcomes: [{ name: 'Approve it' }, { name: 'Reject' }, { name: 'Reject' }],
}

test('a form of Flowable is a document that compiles, with what it could not keep', () => {
  const read = importFlowableForm(trip)
  if (!read.ok) throw new Error(read.message)
  const { document, mapped, notes } = read.form
  expect(document.root).toMatchObject([
    {
      type: 'text',
      key: 'city',
      props: { label: 'City', required: true, placeholder: 'Oslo', minLength: 2, maxLength: 40 },
    },
    { type: 'number', key: 'days', props: { label: 'Days', decimals: 0 } },
    {
      type: 'select',
      key: 'by',
      props: {
        options: [
          { value: 'Train', label: 'Train' },
          { value: 'air', label: 'Plane' },
        ],
      },
    },
    { type: 'date', key: 'from' },
    { type: 'user', key: 'who' },
    { type: 'static-text', props: { text: 'Details' } },
    { type: 'static-text', props: { text: 'Cost: ${cost}' } },
    { type: 'radio', key: 'far' },
  ])
  expect(document.settings).toEqual({
    submitActions: [
      { id: 'Approve_it', label: 'Approve it' },
      { id: 'Reject', label: 'Reject' },
    ],
  })
  expect(mapped).toBe(8)
  expect(notes.map(({ at, kind }) => [at, kind])).toEqual([
    ['fields[5]', 'left-out'],
    ['fields[6]', 'left-out'],
    ['fields[7]', 'left-out'],
    ['outcomes', 'changed'],
  ])
})

test('what has no fields is no form of Flowable', () => {
  expect(importFlowableForm({ components: [] })).toMatchObject({ ok: false })
  expect(importFlowableForm(null)).toMatchObject({ ok: false })
})

test('a form of Flowable as deep as nobody draws it is cut', () => {
  let inner: object = { id: 'a', type: 'text' }
  for (let depth = 0; depth < 5_000; depth++) inner = { id: 'c', type: 'container', fields: { 1: [inner] } }
  const read = importFlowableForm({ key: 'deep', fields: [inner] })
  expect(read).toMatchObject({ ok: true, form: { mapped: 0, notes: [{ kind: 'left-out' }] } })
})

describe('large forms', () => {
  const many = <T>(count: number, create: (name: string) => T) =>
    Array.from({ length: count }, (_, at) => create(`f${at}`))

  test.each([
    ['form-js', (fields: object[]) => importFormJs({ type: 'default', components: fields }), 'textfield'],
    ['Form.io', (fields: object[]) => importFormIo({ components: fields }), 'textfield'],
    ['Flowable', (fields: object[]) => importFlowableForm({ fields }), 'text'],
  ])('of %s are refused with their limit, as soon as it is passed', (_, importForm, type) => {
    const fields = (count: number) => many(count, (name) => ({ type, key: name, id: name, label: name, name }))
    expect(importForm(fields(2_000)).ok).toBe(true)
    const started = process.threadCpuUsage().user / 1000
    const message = 'Expected at most 2000 fields and other nodes, but the form has more. Divide it into several forms.'
    expect(importForm(fields(20_000))).toEqual({ ok: false, message })
    expect(process.threadCpuUsage().user / 1000 - started).toBeLessThan(1_000)
  })

  test('look up their conditions without a search through all fields for each', () => {
    const asked = many(100, (name) => ({ type: 'textfield', key: name, label: name }))
    const conditions = many(100, (name) => ({ component: name, operator: 'isEqual', value: 'x' }))
    const asking = many(1_000, (name) => ({
      ...{ type: 'textfield', key: `x${name}`, label: name },
      conditional: { show: true, conjunction: 'all', conditions },
    }))
    const components = [...asking, ...asked]
    const { root } = collectFormIoNames(components)
    const started = process.threadCpuUsage().user / 1000
    let found = 0
    for (let round = 0; round < 1_000; round++)
      for (const { component } of conditions) if (findFormIoMember(root, component) !== null) found += 1
    expect(found).toBe(100_000)
    expect(process.threadCpuUsage().user / 1000 - started).toBeLessThan(1_000)
    expect(importFormIo({ components }).ok).toBe(true)
  })
})

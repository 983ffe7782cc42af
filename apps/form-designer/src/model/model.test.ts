import { findMisplacement, nodeTypes, specsOf, toDesign } from '@millrace/forms/design'
import { formFeel } from '@millrace/forms/feel'
import { describe, expect, it, test } from 'vitest'
import { buildDocument, type NodeDraft } from '../testing/build-design.ts'
import { checkAccessibility } from './check-accessibility.ts'
import { checkDesign } from './check-design.ts'
import { findIntervalFault } from './check-interval.ts'
import { readClipboard, renewNodes, writeClipboard } from './clipboard.ts'
import { convertNode, listConversions } from './convert-node.ts'
import { createId, createNode, findFreeKey, toKey } from './create-node.ts'
import { readCsv, writeCsv } from './csv.ts'
import { findInsertPlace, findStepPlace, listHolders } from './find-target.ts'
import { listNames } from './list-names.ts'
import { listRules } from './list-rules.ts'
import { countMissing, listTexts } from './list-texts.ts'
import { readTranslations, writeTranslations } from './translate-by-csv.ts'

const design = (nodes: readonly NodeDraft[], more = {}) => toDesign(buildDocument(nodes, more))

describe('a new node', () => {
  const empty = design([])

  test('has an id of 7 letters and digits', () => {
    expect(new Set(Array.from({ length: 200 }, createId)).size).toBe(200)
    for (let count = 0; count < 200; count++) expect(createId()).toMatch(/^[A-Za-z][A-Za-z0-9]{6}$/)
  })

  test.each(nodeTypes)('of type %s has what its type needs', (type) => {
    const node = createNode(type, { design: empty, name: 'Cost centre' })
    const refused = Object.entries(specsOf(type))
      .filter(([name, spec]) => (spec.isRequired ? !spec.read(node.props[name]).ok : false))
      .map(([name]) => name)
    expect(refused).toEqual([])
    for (const child of node.children ?? []) expect(findMisplacement(child.type, type)).toBeNull()
  })

  test('takes a key from its name that is free', () => {
    expect(['Cost centre', 'Größe in m²', '2nd', '…'].map(toKey)).toEqual(['costCentre', 'groeInM', 'field', 'field'])
    expect(findFreeKey(design([{ id: 'a', type: 'text', key: 'x' }]), 'x')).toBe('x2')
  })
})

describe('where things go', () => {
  const form = design([
    { id: 'a', type: 'text', key: 'a' },
    { id: 's', type: 'section', children: [{ id: 'b', type: 'text', key: 'b' }] },
    { id: 't', type: 'tabs', children: [{ id: 't1', type: 'tab', label: 'One', children: [] }] },
  ])

  test('a new node goes into the selected container, behind the selected field, else to the end', () => {
    expect(findInsertPlace(form, 'text', 's')).toEqual({ parent: 's', index: 1 })
    expect(findInsertPlace(form, 'text', 'a')).toEqual({ parent: null, index: 1 })
    expect(findInsertPlace(form, 'text', null)).toEqual({ parent: null, index: 3 })
    expect(findInsertPlace(form, 'tab', 't1')).toEqual({ parent: 't', index: 1 })
    expect(findInsertPlace(form, 'tab', 'a')).toEqual({ parent: 't', index: 1 })
    expect(findInsertPlace(design([]), 'tab', null)).toBeNull()
  })

  test('steps lead up, down, into what is beside and out of what is around', () => {
    expect(findStepPlace(form, 'a', 'up')).toBeNull()
    expect(findStepPlace(form, 'a', 'down')).toEqual({ parent: null, index: 2 })
    expect(findStepPlace(form, 'a', 'in')).toEqual({ parent: 's', index: 0 })
    expect(findStepPlace(form, 'b', 'out')).toEqual({ parent: null, index: 2 })
    expect(findStepPlace(form, 't1', 'out')).toBeNull()
  })

  test('a node may be moved into whatever may hold it, not into itself', () => {
    expect(listHolders(form, 'a')).toEqual([null, 's', 't1'])
    expect(listHolders(form, 's')).toEqual([null, 't1'])
    expect(listHolders(form, 't1')).toEqual(['t'])
  })
})

describe('the clipboard', () => {
  const form = design([{ id: 'a', type: 'section', children: [{ id: 'b', type: 'text', key: 'b' }] }], {
    settings: { locales: ['en', 'de'] },
    i18n: { de: { 'b.label': 'Be' } },
  })
  it('carries nodes into another form under new ids and free keys', () => {
    const tree = buildDocument([{ id: 'b', type: 'text', key: 'b' }]).root
    const text = writeClipboard({ nodes: tree, texts: { de: { 'b.label': 'Be' } } })
    const read = readClipboard(text, form)
    const [first] = read?.nodes ?? []
    expect(first).toMatchObject({ type: 'text', key: 'b2' })
    expect(first?.id).not.toBe('b')
    expect(read?.texts).toEqual({ de: { [`${first?.id}.label`]: 'Be' } })
    expect(readClipboard(text, design([]))?.nodes[0]?.key).toBe('b')
  })

  it('carries what is in one type only', () => {
    const tabs = buildDocument([
      { id: 't', type: 'tabs', children: [{ id: 'one', type: 'tab', label: 'One', children: [] }] },
    ])
    const tab = tabs.root[0]?.children ?? []
    expect(readClipboard(writeClipboard({ nodes: tab, texts: {} }), form)?.nodes[0]).toMatchObject({ type: 'tab' })
  })

  it.each(['', 'hello', '{}', '[]', '{"millrace/form-nodes":1,"nodes":[{"id":"a","type":"nothing","props":{}}]}'])(
    'holds nothing in %j',
    (text) => expect(readClipboard(text, form)).toBeNull(),
  )

  it('leaves keys inside of rows unchanged', () => {
    const list = buildDocument([
      { id: 'l', type: 'repeater', key: 'items', children: [{ id: 'p', type: 'text', key: 'b' }] },
    ]).root
    expect(renewNodes({ nodes: list, texts: {} }, form).nodes[0]?.children?.[0]?.key).toBe('b')
  })
})

describe('a conversion', () => {
  const form = design([{ id: 'a', type: 'text', key: 'a', placeholder: 'x', minLength: 3, help: 'h' }])

  it('keeps what the other type has as well', () => {
    expect(listConversions(form, 'a')).toContain('textarea')
    expect(listConversions(form, 'a')).not.toContain('section')
    const command = convertNode(form, 'a', { type: 'select', name: 'Select' })
    expect(command).toMatchObject({
      kind: 'setType',
      type: 'select',
      props: { label: 'a', placeholder: 'x', help: 'h' },
    })
    expect(command).not.toHaveProperty('props.minLength')
  })
})

describe('the rules of a form', () => {
  const form = design([
    { id: 'a', type: 'number', key: 'amount' },
    { id: 'b', type: 'text', key: 'reason', visible: '=amount > 10', defaultValue: '=creator' },
    { id: 'l', type: 'repeater', key: 'items', children: [{ id: 'p', type: 'number', key: 'price' }] },
    { id: 's', type: 'number', key: 'sum', computed: '=sum(items.price)' },
  ])

  it('are listed in document order', () => {
    expect(listRules(form).map(({ node, property }) => `${node}.${property}`)).toEqual([
      'b.visible',
      'b.defaultValue',
      's.computed',
    ])
  })

  it('say which names the form does not have', () => {
    expect(checkDesign(form, formFeel)).toMatchObject({
      problems: [],
      unknown: [{ node: 'b', property: 'defaultValue', names: ['creator'] }],
    })
  })

  it('say what is wrong, and still which names are unknown elsewhere', () => {
    const wrong = design([
      { id: 'a', type: 'number', key: 'amount', visible: '=1 +' },
      { id: 'b', type: 'text', key: 'reason', visible: '=amuont > 10' },
    ])
    const check = checkDesign(wrong, formFeel)
    expect(check.form).toBeNull()
    expect(check.problems).toMatchObject([{ node: 'a', property: 'visible', code: 'expression.invalid' }])
    expect(check.unknown).toEqual([{ node: 'b', property: 'visible', names: ['amuont'] }])
  })

  it('can name what is in the same row, then what is around', () => {
    expect(listNames(form, 'p')).toEqual(['amount', 'reason', 'items', 'items.price', 'sum'])
    expect(listNames(form, 's')).toEqual(['amount', 'reason', 'items', 'items.price'])
  })
})

describe('translations', () => {
  const form = design(
    [
      { id: 'a', type: 'text', key: 'a', label: 'Reason, "short"', help: '=1+1' },
      { id: 'b', type: 'select', key: 'b', label: 'Kind', options: [{ value: 'x', label: 'First' }] },
    ],
    { settings: { locales: ['en', 'de'] }, i18n: { de: { 'a.label': 'Grund' } } },
  )

  it('are those of labels, helps and options', () => {
    expect(listTexts(form).map(({ name }) => name)).toEqual(['a.label', 'a.help', 'b.label', 'b.options.x'])
    expect(countMissing(form, 'de')).toBe(3)
  })

  it('go out as CSV and come back the same', () => {
    const csv = writeTranslations(form)
    expect(csv).toContain('a.label,"Reason, ""short""",Grund\r\n')
    // A spreadsheet must not run it.
    expect(csv).toContain(`a.help,'=1+1,`)
    expect(readTranslations(form, csv)).toMatchObject({ changed: 0, unknown: 0 })
  })

  it('are read with commas or semicolons, as far as the form has the texts', () => {
    expect(readTranslations(form, 'id;en;de\nb.label;Kind;Art\na.label;x;\ngone.label;x;y\n')).toEqual({
      changed: 2,
      unknown: 1,
      command: {
        kind: 'doAll',
        commands: [
          { kind: 'setText', locale: 'de', name: 'b.label', text: 'Art' },
          { kind: 'setText', locale: 'de', name: 'a.label', text: null },
        ],
      },
    })
    expect(readTranslations(form, 'name,de\na.label,x')).toBeNull()
  })

  it.each<[string[][]]>([
    [[['a', 'b "c"', 'd,e', 'f\ng', '']]],
    [
      [
        ['', ''],
        ['1', '2'],
      ],
    ],
  ])('CSV holds %j', (rows) => {
    expect(readCsv(writeCsv(rows))).toEqual(rows)
  })
})

describe('the accessibility check', () => {
  it('finds what would keep somebody from filling the form', () => {
    const form = design([
      { id: 'a', type: 'text', key: 'a', label: 'Name' },
      { id: 'b', type: 'text', key: 'b', label: 'name', check: '=b != a' },
      { id: 'd', type: 'text', key: 'd', label: 'Code', required: true, visible: false },
      { id: 's', type: 'section', children: [] },
      {
        id: 'c',
        type: 'radio',
        key: 'c',
        label: 'Kind',
        options: [
          { value: '1', label: 'One' },
          { value: '2', label: 'one ' },
        ],
      },
    ])
    const withoutLabel = {
      ...form,
      nodes: { ...form.nodes, c: { ...form.nodes.c, props: { ...form.nodes.c?.props, label: '' } } },
    }
    expect(checkAccessibility(withoutLabel as typeof form).map(({ node, code }) => `${node} ${code}`)).toEqual([
      'a labelRepeated',
      'b labelRepeated',
      'b messageMissing',
      'd requiredHidden',
      's holderUnnamed',
      's holderEmpty',
      'c labelMissing',
      'c optionsRepeated',
    ])
    expect(checkAccessibility(design([{ id: 'a', type: 'text', key: 'a', label: 'Name' }]))).toEqual([])
  })

  test('says what is decided by something behind it', () => {
    const options = [{ value: 'x', label: 'X', when: ['y'] }]
    const form = design([
      { id: 'a', type: 'text', key: 'a', label: 'A', visible: '=later = "before"' },
      { id: 's', type: 'select', key: 's', label: 'S', dependsOn: 'later', options },
      { id: 'l', type: 'text', key: 'later', label: 'Later' },
      { id: 'b', type: 'text', key: 'b', label: 'B', visible: '=later != "c" and a != null' },
      { id: 'c', type: 'text', key: 'c', label: 'C' },
    ])
    expect(checkAccessibility(form).map(({ node, code }) => `${node} ${code}`)).toEqual([
      'a decidedLater',
      's decidedLater',
    ])
  })
})

describe('the interval of auto save', () => {
  it.each([
    [null, 'missing'],
    [60.5, 'missing'],
    [59, 'tooShort'],
    [60, null],
    [1490, null],
    [1491, 'beyondSession'],
    [1761, 'tooLong'],
  ])('%s is %s in a session of 1500 s', (interval, fault) => {
    expect(findIntervalFault(interval, 1500)).toBe(fault)
  })

  it('may be 1760 in a session that is long enough', () => {
    expect(findIntervalFault(1760, 1770)).toBeNull()
  })
})

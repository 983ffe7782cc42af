import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { formFeel } from '../feel.ts'
import { importFlowableForm } from './flowable.ts'
import { importFormIo } from './form-io.ts'
import { importFormJs } from './form-js.ts'
import type { ImportResult } from './import-notes.ts'

type Component = Readonly<Record<string, unknown>>

const formJs = (...components: Component[]) => importFormJs({ type: 'default', schemaVersion: 19, components })
const formIo = (...components: Component[]) => importFormIo({ display: 'form', components })

function read(result: ImportResult) {
  if (!result.ok) throw new Error(result.message)
  const { document, notes } = result.form
  const compiled = compile(document, { language: formFeel })
  expect(compiled.ok ? [] : compiled.problems).toEqual([])
  return { root: document.root as Record<string, Record<string, unknown>>[], notes: notes.map(({ at }) => at) }
}

test.each([
  [{ type: 'textfield', key: 'a', label: 'A', appearance: { prefixAdorner: 'https://' } }, 'appearance.prefixAdorner'],
  [{ type: 'textfield', key: 'a', label: 'A', properties: { role: 'x' } }, 'properties'],
  [{ type: 'datetime', key: 'a', subtype: 'time', timeLabel: 'A', timeInterval: 15 }, 'timeInterval'],
  [{ type: 'datetime', key: 'a', subtype: 'time', timeLabel: 'A', use24h: false }, undefined],
  [{ type: 'datetime', key: 'a', subtype: 'datetime', dateLabel: 'A', timeLabel: 'B' }, 'timeLabel'],
  [{ type: 'textfield', key: 'a', label: '=name' }, 'label'],
  [{ type: 'textfield', key: 'a', label: 'Hello {{name}}' }, 'label'],
  [{ type: 'textfield', key: 'a', label: 'A', description: '{{if x}}y{{/if}}' }, 'description'],
  [{ type: 'textfield', key: 'a', label: 'A', conditional: { hide: '=i[1] > 2' } }, 'conditional.hide'],
  [{ type: 'textfield', key: 'a', label: 'A', conditional: { hide: '=this = null' } }, 'conditional.hide'],
  [{ type: 'textfield', key: 'a', label: 'A', conditional: { hide: '=1 +' } }, 'conditional.hide'],
  [{ type: 'number', key: 'a', label: 'A', defaultValue: 'many' }, ''],
  [{ type: 'number', key: 'a', label: 'A', defaultValue: 3, validate: { max: 2 } }, ''],
  [{ type: 'number', key: 'a', label: 'A', validate: { min: 3, max: 2 } }, ''],
  [{ type: 'select', key: 'a', label: 'A', values: [{ value: 'x', label: 'X' }], searchable: true }, 'searchable'],
  [{ type: 'select', key: 'a', label: 'A', values: [{ value: 'x', label: 'X' }], defaultValue: 'y' }, ''],
  [{ type: 'filepicker', key: 'a', label: 'A', accept: 'image/*' }, 'accept'],
  [{ type: 'image', source: 'https://example.org/a.png', alt: 'A' }, ''],
  [{ type: 'table', label: 'A', dataSource: '=rows' }, ''],
  [{ type: 'dynamiclist', path: 'a', label: 'A', nonCollapsedItems: 5, components: [] }, 'nonCollapsedItems'],
  [{ type: 'textfield', key: 'a', label: 'A', whatever: { deep: [0, 'x'] } }, 'whatever'],
])('form-js: %j is told', (component, at) => {
  const place = at === undefined ? [] : [at === '' ? 'components[0]' : `components[0].${at}`]
  const { notes } = read(formJs(component))
  if (at === undefined) expect(notes).toEqual(['components[0].use24h'])
  else expect(notes).toEqual(place)
})

test.each([
  [{ type: 'textfield', key: 'a', label: 'A', customConditional: 'show = data.b > 18' }, 'customConditional'],
  [
    { type: 'panel', title: 'A', key: 'p', customConditional: 'show = data.b > 18', components: [] },
    'customConditional',
  ],
  [{ type: 'columns', key: 'p', customConditional: 'show = row.b', columns: [] }, 'customConditional'],
  [{ type: 'textfield', key: 'a', label: 'A', conditional: { json: { '==': [1, 2] } } }, 'conditional.json'],
  [{ type: 'textfield', key: 'a', label: 'A', conditional: { show: true, when: 'nobody', eq: 'x' } }, 'conditional'],
  [{ type: 'textfield', key: 'a', label: 'A', logic: [{ name: 'x' }] }, 'logic'],
  [{ type: 'textfield', key: 'a', label: 'A', multiple: true }, 'multiple'],
  [{ type: 'textfield', key: 'a', label: 'A', case: 'uppercase' }, 'case'],
  [{ type: 'textfield', key: 'a', label: 'A', clearOnHide: true, validate: { maxWords: 3 } }, 'validate.maxWords'],
  [{ type: 'textfield', key: 'a', label: 'A {{ data.b }}' }, 'label'],
  [{ type: 'content', key: 'c', html: '<p>{{ data.b }}</p>' }, 'html'],
  [{ type: 'number', key: 'a', label: 'A', defaultValue: 'x' }, ''],
  [{ type: 'number', key: 'a', label: 'A', defaultValue: 5, validate: { min: 7 } }, ''],
  [{ type: 'radio', key: 'a', label: 'A', values: [{ value: '1', label: '1' }] }, 'values'],
  [{ type: 'datetime', key: 'a', label: 'A', datePicker: { minDate: 'moment()' } }, 'datePicker.minDate'],
  [
    { type: 'datagrid', key: 'a', label: 'A', conditionalAddButton: 'show = 1', components: [] },
    'conditionalAddButton',
  ],
  [{ type: 'textfield', key: 'a', label: 'A', clearOnHide: false, validateOn: 'blur' }, 'validateOn'],
])('Form.io: %j is told', (component, at) => {
  expect(read(formIo(component)).notes).toEqual([at === '' ? 'components[0]' : `components[0].${at}`])
})

test('values that Form.io’s builder writes for nothing are not reported', () => {
  const component = {
    ...{ label: 'A', labelPosition: 'top', placeholder: '', description: '', tooltip: '', prefix: '', suffix: '' },
    ...{ widget: { type: 'input' }, inputMask: '', displayMask: '', allowMultipleMasks: false, customClass: '' },
    ...{ hidden: false, hideLabel: false, showWordCount: false, autofocus: false, spellcheck: true, disabled: false },
    ...{ tableView: true, modalEdit: false, multiple: false, persistent: true, inputFormat: 'plain', protected: false },
    ...{ dbIndex: false, case: '', encrypted: false, redrawOn: '', clearOnHide: true, customDefaultValue: '' },
    ...{
      calculateValue: '',
      calculateServer: false,
      allowCalculateOverride: false,
      validateOn: 'change',
      unique: false,
    },
    validate: {
      required: false,
      pattern: '',
      customMessage: '',
      custom: '',
      customPrivate: false,
      json: '',
      minLength: '',
    },
    ...{
      errorLabel: '',
      errors: '',
      key: 'a',
      tags: [],
      properties: {},
      type: 'textfield',
      input: true,
      refreshOn: '',
    },
    conditional: { show: null, when: null, eq: '', json: '' },
    ...{
      customConditional: '',
      logic: [],
      attributes: {},
      addons: [],
      inputType: 'text',
      id: 'eg1',
      defaultValue: null,
    },
    overlay: { style: '', page: '', left: '', top: '', width: '', height: '' },
  }
  expect(read(formIo(component)).notes).toEqual([])
})

test('rows of form-js keep their lines', () => {
  const half = (key: string, row: string) => ({
    type: 'textfield',
    key,
    id: key,
    label: key,
    layout: { row, columns: 8 },
  })
  const { root } = read(formJs(half('a', 'r1'), half('b', 'r2'), half('c', 'r2'), half('d', 'r3')))
  expect(root.map(({ type, key }) => [type, key])).toEqual([
    ['columns', undefined],
    ['text', 'b'],
    ['text', 'c'],
    ['text', 'd'],
  ])
  const auto = (key: string) => ({ type: 'textfield', key, id: key, label: key, layout: { row: 'r1', columns: null } })
  expect(read(formJs(auto('a'), auto('b'), auto('c'))).root.map(({ layout }) => layout?.span)).toEqual(
    Array.from({ length: 3 }, () => ({ base: 12, sm: 4, md: 4 })),
  )
})

test('days before today, steps and limits become rules', () => {
  const { root } = read(
    formJs(
      {
        type: 'datetime',
        subtype: 'date',
        key: 'd',
        dateLabel: 'Start',
        description: 'Help',
        disallowPassedDates: true,
      },
      { type: 'number', key: 'n', label: 'N', increment: '0.5', validate: { min: '=low' } },
    ),
  )
  expect(root.map(({ props }) => props?.check)).toEqual([
    '=d >= today()',
    '=((low) = null or n >= (low)) and (modulo(n, 0.5) = 0)',
  ])
  expect(root[0]?.props?.help).toBe('Help')
})

test('a form of Flowable says what it did not read', () => {
  const result = importFlowableForm({ key: 'f', fields: [{ id: 'a', name: 'A', type: 'text', className: 'wide' }] })
  expect(read(result).notes).toEqual(['fields[0].className'])
})

test('takes time by the size of the file, however many parts are left out', () => {
  const components = Array.from({ length: 40_000 }, () => ({ type: 'unknown', tooltip: 'A' }))
  const { root, notes } = read(formJs(...components))
  expect([root, notes.length]).toEqual([[], 40_000])
})

test('what a list has besides its fields is noted once', () => {
  const list = { type: 'datagrid', key: 'a', label: 'A', customConditional: 'show = true', components: [] }
  expect(read(formIo(list)).notes).toEqual(['components[0].customConditional'])
})

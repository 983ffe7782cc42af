import { expect, test } from 'vitest'
import type { NodeInstance } from '../filling/instance.ts'
import { importFormIo } from './form-io.ts'
import { type Outcome, openImported } from './testing/open-imported.ts'
import { processByFormIo } from './testing/other-programs.ts'

type Component = Readonly<Record<string, unknown>>
type Data = Record<string, unknown>

/** The form in Form.io’s own program, with values as its pages have them. */
async function runFormIo(components: readonly Component[], given: Data): Promise<Outcome> {
  const data = fill(components, structuredClone(given))
  const { conditionals = [], errors = [] } = await processByFormIo(components, data)
  const hidden = new Set(
    conditionals.flatMap(({ path, conditionallyHidden }) => (conditionallyHidden === true ? [path] : [])),
  )
  const shown = listFields(components, { data, path: '', hidden })
  const refused = [...new Set(errors.map(({ context: { path } }) => path))]
  return { shown: shown.sort(), refused: refused.filter((path) => shown.includes(path)).sort() }
}

const emptyValues: Readonly<Record<string, unknown>> = {
  ...{ textfield: '', textarea: '', email: '', checkbox: false, radio: '', select: '' },
}

/** What the pages of Form.io give to fields that are empty. */
function fill(components: readonly Component[], data: Data): Data {
  for (const component of components) {
    const {
      type,
      key,
      components: inside = [],
      values = [],
      initEmpty,
    } = component as {
      type: string
      key: string
      components?: Component[]
      values?: { value: string }[]
      initEmpty?: boolean
    }
    if (type === 'panel' || type === 'fieldset') fill(inside, data)
    else if (type === 'container') data[key] = fill(inside, (data[key] ?? {}) as Data)
    else if (type === 'datagrid')
      data[key] = ((data[key] ?? (initEmpty === true ? [] : [{}])) as Data[]).map((row) => fill(inside, row))
    else if (type === 'selectboxes')
      data[key] = { ...Object.fromEntries(values.map(({ value }) => [value, false])), ...((data[key] ?? {}) as Data) }
    else if (data[key] === undefined && type in emptyValues) data[key] = emptyValues[type]
  }
  return data
}

interface Place {
  readonly data: Data
  readonly path: string
  /** With the panels around, which have a place in names of panels alone. */
  readonly panels?: string
  readonly hidden: ReadonlySet<string>
}

function listFields(components: readonly Component[], { data, path, panels = path, hidden }: Place): string[] {
  return components.flatMap((component) => {
    const { type, key, components: inside = [] } = component as { type: string; key: string; components?: Component[] }
    const own = path + key
    if (hidden.has(own) || hidden.has(panels + key)) return []
    if (type === 'panel' || type === 'fieldset')
      return listFields(inside, { data, path, panels: `${panels}${key}.`, hidden })
    if (type === 'container') return listFields(inside, { data: data[key] as Data, path: `${own}.`, hidden })
    if (type !== 'datagrid') return [own]
    return (data[key] as Data[]).flatMap((row, index) =>
      listFields(inside, { data: row, path: `${own}[${index}].`, hidden }),
    )
  })
}

/** Values of Form.io as our fields have them: chosen boxes are a list. */
function toOurs(components: readonly Component[], given: Data): Data {
  const values: Data = { ...given }
  for (const component of components) {
    const { type, key, components: inside = [] } = component as { type: string; key: string; components?: Component[] }
    const value = values[key]
    if (type === 'selectboxes' && value !== undefined)
      values[key] = Object.entries(value as Data).flatMap(([name, isChosen]) => (isChosen === true ? [name] : []))
    if (type === 'container' && value !== undefined) values[key] = toOurs(inside, value as Data)
    if (type === 'datagrid' && value !== undefined) values[key] = (value as Data[]).map((row) => toOurs(inside, row))
    if (type === 'panel' || type === 'fieldset') Object.assign(values, toOurs(inside, values))
  }
  return values
}

function pathOf({ planned, row }: NodeInstance): string {
  const own = planned.path.join('.')
  return row.list === null ? own : `${pathOf(row.list)}[${row.list.rows.indexOf(row)}].${own}`
}

interface Case {
  readonly name: string
  readonly components: readonly Component[]
  readonly values: readonly Data[]
  readonly notes?: readonly string[]
}

const field = (key: string, type: string, more: Component = {}): Component => ({
  key,
  type,
  label: key,
  input: true,
  ...more,
})
const text = (key: string, more: Component = {}) => field(key, 'textfield', more)
const when = (key: string, name: string, eq: unknown, show: boolean | string = true, more: Component = {}) =>
  text(key, { conditional: { show, when: name, eq }, ...more })
const if_ = (key: string, component: string, operator: string, value?: unknown, show = true) =>
  text(key, { conditional: { show, conjunction: 'all', conditions: [{ component, operator, value }] } })
const choices = (...values: string[]) => ({
  values: values.map((value) => ({ value, label: value })),
  dataType: 'string',
})

const cases: readonly Case[] = [
  {
    name: 'numbers as texts of a radio',
    components: [
      field('kind', 'radio', choices('1', '2')),
      when('more', 'kind', '1'),
      when('less', 'kind', '1', false),
      if_('same', 'kind', 'isEqual', '2'),
    ],
    values: [{}, { kind: '1' }, { kind: '2' }],
  },
  {
    name: 'select boxes',
    components: [
      field('boxes', 'selectboxes', choices('dog', 'cat')),
      when('a', 'boxes', 'dog'),
      when('b', 'boxes', 'dog', false),
      if_('c', 'boxes', 'isEqual', 'cat'),
      if_('d', 'boxes', 'isNotEqual', 'cat'),
      if_('e', 'boxes', 'isEmpty'),
    ],
    values: [{}, { boxes: { dog: true } }, { boxes: { dog: true, cat: true } }],
  },
  {
    name: 'hidden by a number that is empty',
    components: [
      field('age', 'number'),
      if_('guardian', 'age', 'greaterThan', 18, false),
      if_('adult', 'age', 'greaterThanOrEqual', 18),
      if_('child', 'age', 'lessThan', '18'),
      if_('old', 'age', 'lessThanOrEqual', 60, false),
    ],
    values: [{}, { age: 17 }, { age: 18 }, { age: 19 }, { age: 61 }],
  },
  {
    name: 'numbers compared with texts',
    components: [
      field('n', 'number'),
      when('a', 'n', '5'),
      when('b', 'n', 5, 'false'),
      if_('c', 'n', 'isEqual', '5'),
      if_('d', 'n', 'isEqual', 'x'),
    ],
    values: [{}, { n: 5 }, { n: 6 }],
  },
  {
    name: 'boxes that are ticked or not',
    components: [
      field('c', 'checkbox'),
      when('a', 'c', 'true'),
      when('b', 'c', 'false'),
      when('d', 'c', true, false),
      if_('e', 'c', 'isEqual', 'true'),
      if_('f', 'c', 'isEmpty'),
      if_('g', 'c', 'isNotEmpty'),
    ],
    values: [{}, { c: true }, { c: false }],
  },
  {
    name: 'texts that are empty, and parts of texts',
    components: [
      text('t'),
      if_('a', 't', 'isEmpty'),
      if_('b', 't', 'isNotEmpty'),
      if_('c', 't', 'includes', 'b'),
      if_('d', 't', 'notIncludes', 'b'),
      if_('e', 't', 'startsWith', 'a'),
      if_('f', 't', 'endsWith', 'c', false),
      if_('g', 't', 'isNotEqual', 'abc'),
    ],
    values: [{}, { t: 'abc' }, { t: 'xyz' }],
  },
  {
    name: 'all and any',
    components: [
      field('n', 'number'),
      text('t'),
      ...(['all', 'any'] as const).flatMap((conjunction) =>
        [true, false].map((show) =>
          text(`${conjunction}${String(show)}`, {
            conditional: {
              ...{ show, conjunction },
              conditions: [
                { component: 'n', operator: 'greaterThan', value: 5 },
                { component: 't', operator: 'isEqual', value: 'x' },
              ],
            },
          }),
        ),
      ),
    ],
    values: [{}, { n: 6 }, { t: 'x' }, { n: 6, t: 'x' }],
  },
  {
    name: 'fields of a row',
    components: [
      text('top'),
      field('grid', 'datagrid', {
        components: [text('a'), when('b', 'grid.a', 'x'), if_('c', 'grid.a', 'isEqual', 'y'), when('d', 'top', 'q')],
      }),
    ],
    values: [{}, { top: 'q', grid: [{ a: 'x' }, { a: 'y' }] }],
  },
  {
    name: 'fields of a container',
    components: [
      field('address', 'container', { components: [text('city'), when('zip', 'address.city', 'Oslo')] }),
      when('far', 'address.city', 'Bergen'),
      when('near', 'city', 'Oslo'),
    ],
    values: [{}, { address: { city: 'Oslo' } }, { address: { city: 'Bergen' } }],
  },
  {
    name: 'conditions of containers hold for what is inside',
    components: [
      field('c', 'checkbox'),
      {
        type: 'panel',
        key: 'p',
        title: 'P',
        conditional: { show: true, when: 'c', eq: 'true' },
        components: [text('in', { validate: { required: true } })],
      },
      field('box', 'container', { conditional: { show: false, when: 'c', eq: 'true' }, components: [text('inner')] }),
      field('grid', 'datagrid', { conditional: { show: true, when: 'c', eq: 'true' }, components: [text('a')] }),
    ],
    values: [{}, { c: true }],
  },
  {
    name: 'grids open with their rows',
    components: [
      field('g', 'datagrid', { components: [text('a', { validate: { required: true } })] }),
      field('h', 'datagrid', { initEmpty: true, components: [text('b')] }),
    ],
    values: [{}, { g: [{ a: 'x' }, {}] }],
  },
  {
    name: 'limits',
    components: [
      field('n', 'number', { validate: { min: 2, max: '9' } }),
      text('t', { validate: { required: true, minLength: 2, maxLength: 4 } }),
      text('p', { validate: { pattern: '[A-Z]+' } }),
      field('m', 'email'),
    ],
    values: [
      {},
      { n: 1, t: 'a', p: 'aB', m: 'x' },
      { n: 10, t: 'abcde', p: 'AB', m: 'ana@example.org' },
      { n: 9, t: 'abcd' },
    ],
  },
  {
    name: 'required in all kinds',
    components: [
      field('c', 'checkbox', { validate: { required: true } }),
      field('s', 'select', { data: { values: choices('a').values }, dataType: 'string', validate: { required: true } }),
      field('r', 'radio', { ...choices('a'), validate: { required: true } }),
      field('n', 'number', { validate: { required: true } }),
      field('b', 'selectboxes', { ...choices('a'), validate: { required: true } }),
    ],
    values: [{}, { c: true, s: 'a', r: 'a', n: 0, b: { a: true } }],
  },
  {
    name: 'a condition on a field that is hidden',
    components: [field('c', 'checkbox'), when('a', 'c', 'true'), when('b', 'a', '')],
    values: [{}, { c: true }, { c: true, a: 'x' }],
  },
  {
    name: 'conditions that the builder leaves empty',
    components: [
      text('a', { conditional: { show: null, when: null, eq: '' } }),
      text('b', { conditional: { show: '', when: '', json: '' } }),
      text('c', { conditional: { show: true, conjunction: 'all', conditions: [] } }),
      text('d', { conditional: {} }),
      text('e', { conditional: null, customConditional: '', validate: null }),
    ],
    values: [{}, { a: 'x' }],
  },
  {
    name: 'empty values that are compared',
    components: [
      text('t'),
      field('n', 'number'),
      when('a', 't', ''),
      when('b', 't', '', false),
      when('c', 'n', ''),
      when('d', 't', ' x '),
    ],
    values: [{}, { t: ' x ', n: 0 }, { t: 'x' }],
  },
  {
    name: 'numbers in other notations',
    components: [
      field('n', 'number'),
      when('a', 'n', '5.0'),
      when('b', 'n', '1e2'),
      if_('c', 'n', 'greaterThan', '-1'),
      if_('d', 'n', 'lessThan', '0.5', false),
    ],
    values: [{}, { n: 5 }, { n: 100 }, { n: -2 }, { n: 0.25 }],
  },
  {
    name: 'grids in grids',
    components: [
      field('outer', 'datagrid', {
        components: [
          text('a'),
          field('inner', 'datagrid', {
            components: [text('b'), when('c', 'outer.inner.b', 'x')],
          }),
        ],
      }),
    ],
    values: [
      {},
      {
        outer: [
          { a: 'y', inner: [{ b: 'x' }, { b: 'z' }] },
          { a: 'q', inner: [{ b: 'x' }] },
        ],
      },
    ],
  },
  {
    name: 'panels in panels in panels',
    components: [
      field('c', 'checkbox'),
      Array.from({ length: 6 }).reduce<Component>(
        (inside, _, depth) => ({
          ...{ type: 'panel', key: `p${depth}`, title: `P${depth}`, components: [inside] },
          ...(depth === 3 ? { conditional: { show: true, when: 'c', eq: 'true' } } : {}),
        }),
        text('deep', { validate: { required: true } }),
      ),
    ],
    values: [{}, { c: true }, { c: true, deep: 'x' }],
  },
  {
    name: 'a chain of conditions',
    components: [text('a'), when('b', 'a', '1'), when('c', 'b', '2'), when('d', 'c', '3', false)],
    values: [{}, { a: '1' }, { a: '1', b: '2' }, { a: '1', b: '2', c: '3' }],
  },
  {
    name: 'texts with quotes, signs and expressions',
    components: [
      text('t'),
      when('a', 't', 'say "hi"'),
      when('b', 't', 'back\\slash'),
      when('c', 't', '= 1 + 1'),
      when('d', 't', '{{ data.t }}'),
      if_('e', 't', 'includes', '"'),
    ],
    values: [{ t: 'say "hi"' }, { t: 'back\\slash' }, { t: '= 1 + 1' }, { t: '{{ data.t }}' }, { t: '2' }],
  },
  {
    name: 'limits that are empty, and zero',
    components: [
      field('n', 'number', { validate: { min: '', max: 0 } }),
      text('t', { validate: { minLength: '', maxLength: '', pattern: '', required: false } }),
      text('u', { validate: { minLength: 0, maxLength: 3 } }),
    ],
    values: [{}, { n: 1, t: 'x', u: 'abcd' }, { n: -1, u: 'abc' }],
  },
  {
    name: 'a required field in a hidden container in a grid',
    components: [
      field('g', 'datagrid', {
        components: [
          field('c', 'checkbox'),
          field('box', 'container', {
            conditional: { show: true, when: 'g.c', eq: 'true' },
            components: [text('in', { validate: { required: true } })],
          }),
        ],
      }),
    ],
    values: [{}, { g: [{ c: true }, { c: false }, { c: true, box: { in: 'x' } }] }],
  },
]

test.each(cases)('Form.io and we agree: $name', async ({ components, values, notes = [] }) => {
  const imported = importFormIo({ display: 'form', components })
  for (const given of values) {
    const theirs = await runFormIo(components, given)
    const ours = openImported(imported, toOurs(components, given), pathOf)
    expect({ given, shown: ours.shown, refused: ours.refused }).toEqual({ given, ...theirs })
    expect(ours.notes.map(({ at }) => at).filter((at) => !notes.includes(at))).toEqual([])
  }
})

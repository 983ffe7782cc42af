// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { importFormJs } from './form-js.ts'
import { type Outcome, openImported, printRows } from './testing/open-imported.ts'
import { openInFormJs } from './testing/other-programs.ts'

type Component = Readonly<Record<string, unknown>>

/** Opens the form in form-js’ own program. What it calculates is there by and by. */
async function openFormJs(components: readonly Component[], data: Record<string, unknown>) {
  const form = await openInFormJs({ type: 'default', components, schemaVersion: 19 }, data)
  return {
    read(): Outcome {
      const errors = form.validate()
      const instances = form.get('formFieldInstanceRegistry').getAllKeyed()
      return {
        shown: instances.map(({ id, indexes }) => printName(id, Object.values(indexes ?? {}))).sort(),
        refused: listErrors(errors).sort(),
      }
    },
    close: () => form.close(),
  }
}

function printName(id: string, indexes: readonly number[]): string {
  return `${id}${indexes.map((index) => `[${index}]`).join('')}`
}

function listErrors(errors: unknown, name = ''): string[] {
  if (Array.isArray(errors) && errors.every((one) => typeof one === 'string')) return errors.length > 0 ? [name] : []
  return Object.entries((errors ?? {}) as Record<string, unknown>).flatMap(([key, inside]) =>
    listErrors(inside, name === '' ? key : `${name}[${key}]`),
  )
}

interface Case {
  readonly name: string
  readonly components: readonly Component[]
  /** Values that both programs open the form with. */
  readonly values: readonly Record<string, unknown>[]
  /** Where notes are expected. */
  readonly notes?: readonly string[]
}

const field = (id: string, type: string, more: Component = {}): Component => ({ id, type, key: id, label: id, ...more })
const text = (id: string, more: Component = {}) => field(id, 'textfield', more)
const hidden = (id: string, hide: string, more: Component = {}) => text(id, { conditional: { hide }, ...more })
const list = (id: string, components: readonly Component[], more: Component = {}): Component => ({
  ...{ id, type: 'dynamiclist', path: id, label: id, isRepeating: true, allowAddRemove: true, components },
  ...more,
})
const options = (...values: string[]) => ({ values: values.map((value) => ({ value, label: value })) })

const cases: readonly Case[] = [
  {
    name: 'an untouched box is no, and a condition without an answer hides nothing',
    components: [
      field('a', 'checkbox'),
      field('n', 'number'),
      hidden('x', '=a = false'),
      hidden('y', '=n > 5'),
      hidden('z', '=not(a)'),
    ],
    values: [{}, { a: true, n: 6 }, { a: false, n: 5 }],
  },
  {
    name: 'an empty value is in nothing',
    components: [
      field('n', 'number'),
      hidden('x', '=n in [1..3]'),
      hidden('y', '=(n in (> 5))'),
      hidden('z', '=not(n in [1..3])'),
      hidden('u', '=n in (2, 7)'),
    ],
    values: [{}, { n: 2 }, { n: 7 }],
  },
  {
    name: 'empty texts are texts',
    components: [
      text('t'),
      hidden('x', '=t = ""'),
      hidden('y', '=t != ""'),
      hidden('z', '=string length(t) < 3'),
      hidden('u', '=t = null'),
    ],
    values: [{}, { t: 'ab' }, { t: 'abcd' }],
  },
  {
    name: 'rows: this and parent',
    components: [
      field('a', 'checkbox'),
      list('l', [
        text('b'),
        hidden('c', '=not(parent.a)'),
        hidden('d', '=this.b = "q"'),
        hidden('e', '=this.b = null'),
      ]),
    ],
    values: [{}, { a: true }, { a: true, l: [{ b: 'q' }, { b: 'r' }] }],
  },
  {
    name: 'plain names are those of the form, in rows too',
    components: [text('t'), list('l', [text('b'), hidden('c', '=t = "x"'), hidden('d', '=count(l) > 1')])],
    values: [{ t: 'x' }, { t: 'y', l: [{}, {}] }],
  },
  {
    name: 'a name that the row has too is not rewritten but noted',
    components: [text('b'), list('l', [{ ...text('r'), key: 'b' }, hidden('c', '=this.b = "x"')])],
    values: [{ b: 'x', l: [{ b: 'x' }, { b: 'y' }] }],
  },
  {
    name: 'lists open with their rows',
    components: [
      list('l', [text('b', { validate: { required: true } })], { defaultRepetitions: 3 }),
      list('m', [text('c')]),
      list('n', [text('d')], { defaultRepetitions: 0 }),
    ],
    values: [{}, { l: [{ b: 'x' }] }],
  },
  {
    name: 'groups with a path',
    components: [
      {
        id: 'g',
        type: 'group',
        path: 'address',
        label: 'g',
        components: [text('city'), hidden('zip', '=address.city = "Oslo"')],
      },
      hidden('x', '=address.city = "Bergen"'),
    ],
    values: [{}, { address: { city: 'Oslo' } }, { address: { city: 'Bergen' } }],
  },
  {
    name: 'conditions of groups and lists hold for what is inside',
    components: [
      field('a', 'checkbox'),
      {
        id: 'g',
        type: 'group',
        label: 'g',
        conditional: { hide: '=a' },
        components: [text('in', { validate: { required: true } })],
      },
      list('l', [text('b')], { conditional: { hide: '=not(a)' } }),
    ],
    values: [{}, { a: true }],
  },
  {
    name: 'chosen values',
    components: [
      field('cl', 'checklist', options('dog', 'cat')),
      field('tl', 'taglist', options('1', '2')),
      field('r', 'radio', options('1', '2')),
      hidden('x', '=list contains(cl, "dog")'),
      hidden('y', '=count(tl) = 0'),
      hidden('z', '=r = "1"'),
      hidden('u', '=r = null'),
    ],
    values: [{}, { cl: ['dog'], tl: ['2'], r: '1' }, { cl: ['cat'], r: '2' }],
  },
  {
    name: 'numbers that are texts',
    components: [
      field('n', 'number', { serializeToString: true }),
      hidden('x', '=n = "5"'),
      hidden('y', '=number(n) > 3'),
    ],
    values: [{}, { n: '5' }, { n: '2' }],
    notes: ['components[0].serializeToString'],
  },
  {
    name: 'limits that are expressions',
    components: [
      field('low', 'number'),
      field('n', 'number', { validate: { min: '=low', max: '=low + 10' } }),
      text('t', { validate: { minLength: '=low' } }),
    ],
    values: [{}, { low: 3, n: 2, t: 'ab' }, { low: 3, n: 13, t: 'abc' }, { low: 3, n: 14 }, { n: 1 }],
  },
  {
    name: 'limits, digits and steps',
    components: [
      field('n', 'number', { decimalDigits: 1, validate: { min: 0.5, max: 9 } }),
      field('s', 'number', { increment: '0.5' }),
      text('t', { validate: { minLength: 2, maxLength: 4, required: true } }),
    ],
    values: [{}, { n: 0.4, s: 0.7, t: 'a' }, { n: 0.55, s: 1.5, t: 'abcde' }, { n: 9, s: 2, t: 'abc' }],
  },
  {
    name: 'patterns match anywhere',
    components: [
      text('p', { validate: { pattern: '[0-9]{2}' } }),
      text('q', { validate: { pattern: '^[A-Z]+$' } }),
      text('r', { validate: { pattern: '^a|b$' } }),
      text('s', { validate: { pattern: '^x' } }),
    ],
    values: [{ p: 'a12b', q: 'ABC', r: 'ax', s: 'xyz' }, { p: 'a1', q: 'Abc', r: 'xb', s: 'ax' }, { r: 'ba' }],
  },
  {
    name: 'required in all kinds',
    components: [
      text('t', { validate: { required: true } }),
      field('c', 'checkbox', { validate: { required: true } }),
      field('cl', 'checklist', { ...options('a'), validate: { required: true } }),
      field('s', 'select', { ...options('a'), validate: { required: true } }),
      field('n', 'number', { validate: { required: true } }),
      field('d', 'textarea', { disabled: true, validate: { required: true } }),
    ],
    values: [{}, { t: 'x', c: true, cl: ['a'], s: 'a', n: 0 }],
  },
  {
    name: 'dates in conditions are texts',
    components: [
      field('d', 'datetime', { subtype: 'date', dateLabel: 'd', label: undefined }),
      hidden('x', '=d = "2026-01-02"'),
      hidden('y', '=date(d) > date("2026-06-01")'),
      hidden('z', '=d = null'),
    ],
    values: [{}, { d: '2026-01-02' }, { d: '2026-07-01' }],
  },
  {
    name: 'calculated fields in conditions',
    components: [
      field('n', 'number'),
      { id: 'twice', type: 'expression', key: 'twice', expression: '=n * 2', computeOn: 'change' },
      text('x', { conditional: { hide: '=twice > 5' } }),
    ],
    values: [{}, { n: 1 }, { n: 3 }],
  },
  {
    name: 'a field that may be hidden itself is told',
    components: [field('a', 'checkbox'), hidden('b', '=a', { defaultValue: 'q' }), hidden('c', '=b = "q"')],
    values: [{}, { b: 'r' }],
    notes: ['components[2].conditional.hide'],
  },
  {
    name: 'lists in lists',
    components: [
      list('l', [text('b'), list('k', [text('c'), hidden('d', '=parent.b = "x"'), hidden('e', '=this.c = "y"')])]),
    ],
    values: [{}, { l: [{ b: 'x', k: [{ c: 'y' }, {}] }, { b: 'z' }] }],
  },
  {
    name: 'keys with dots',
    components: [text('t', { key: 'person.name' }), hidden('x', '=person.name = "Ana"')],
    values: [{}, { person: { name: 'Ana' }, person_name: 'Ana' }],
    notes: ['components[0].key'],
  },
  {
    name: 'mail addresses and telephone numbers',
    components: [
      text('m', { validate: { validationType: 'email' } }),
      text('p', { validate: { validationType: 'phone' } }),
    ],
    values: [
      { m: 'ana@example.org', p: '+4930664040900' },
      { m: 'ana', p: 'x' },
    ],
  },
  {
    name: 'texts with quotes, signs and expressions',
    components: [
      text('t'),
      hidden('a', '=t = "say \\"hi\\""'),
      hidden('b', '=contains(t, "=")'),
      hidden('c', '=t = "back\\\\slash"'),
    ],
    values: [{ t: 'say "hi"' }, { t: '= 1 + 1' }, { t: 'back\\slash' }, {}],
  },
  {
    name: 'conditions that are empty or no expressions',
    components: [
      text('a', { conditional: { hide: '' } }),
      text('b', { conditional: {} }),
      text('c', { conditional: null }),
      text('d', { validate: {} }),
    ],
    values: [{}, { a: 'x' }],
  },
  {
    name: 'a chain of conditions',
    components: [
      text('a'),
      hidden('b', '=a = "1"'),
      hidden('c', '=a = "2" or b = "2"'),
      hidden('d', '=if a = null then false else a = "3"'),
    ],
    values: [{}, { a: '1' }, { a: '2' }, { a: '3' }, { b: '2' }],
    notes: ['components[2].conditional.hide'],
  },
  {
    name: 'groups in groups',
    components: [
      field('c', 'checkbox'),
      Array.from({ length: 6 }).reduce<Component>(
        (inside, _, depth) => ({
          ...{ id: `g${depth}`, type: 'group', label: `g${depth}`, components: [inside] },
          ...(depth === 3 ? { conditional: { hide: '=not(c)' } } : {}),
        }),
        text('deep', { validate: { required: true } }),
      ),
    ],
    values: [{}, { c: true }, { c: true, deep: 'x' }],
  },
  {
    name: 'numbers at their limits',
    components: [
      field('n', 'number', { validate: { min: 0, max: 0 } }),
      field('m', 'number', { decimalDigits: 0 }),
      hidden('x', '=n < 0'),
      hidden('y', '=n = -0'),
    ],
    values: [{}, { n: 0, m: 1 }, { n: -1, m: 2 }, { n: 1 }],
  },
  {
    name: 'functions of FEEL in conditions',
    components: [
      text('t'),
      field('n', 'number'),
      hidden('a', '=upper case(t) = "ABC"'),
      hidden('b', '=matches(t, "^a.c$")'),
      hidden('c', '=n in [1,2,3]'),
      hidden('d', '=some x in [1,2] satisfies x = n'),
    ],
    values: [{}, { t: 'abc', n: 2 }, { t: 'axc', n: 4 }],
  },
]

test.each(cases)('form-js and we agree: $name', async ({ components, values, notes = [] }) => {
  const imported = importFormJs({ type: 'default', schemaVersion: 19, components })
  for (const given of values) {
    const {
      shown,
      refused,
      notes: reported,
    } = openImported(imported, given, ({ planned, row }) => planned.id + printRows(row))
    const theirs = await openFormJs(components, structuredClone(given))
    await expect.poll(() => ({ given, ...theirs.read() }), { timeout: 5_000 }).toEqual({ given, shown, refused })
    theirs.close()
    expect(reported.map(({ at }) => at).filter((at) => !notes.includes(at))).toEqual([])
  }
})

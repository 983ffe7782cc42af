import { describe, expect, test } from 'vitest'
import type { NamedVariable, TypedVariable } from '../fields/field-value.ts'
import { Filling } from '../filling/filling.ts'
import { toSubmission } from '../filling/present-filling.ts'
import { buildContext, buildForm, type NodeDraft } from '../testing/build-form.ts'
import { openValues } from './open-values.ts'
import { readSubmission } from './read-submission.ts'
import { readValues } from './read-values.ts'
import { toVariables } from './to-variables.ts'

type Variables = Readonly<Record<string, TypedVariable>>

/** What is written when a form of these nodes opens with variables and is sent with these changes. */
function complete(nodes: readonly NodeDraft[], before: Variables, change: Readonly<Record<string, unknown>> = {}) {
  const form = buildForm(nodes)
  const context = buildContext(form)
  const current = openValues(form, before, context)
  const sent = toSubmission(new Filling({ form, values: current, context }))
  const input = JSON.parse(JSON.stringify({ ...sent, ...change }))
  const read = readSubmission(form, input, { current, context })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const opened = readValues(form, current, context).values
  return toVariables(form, read.values, { context, before, opened })
}

const typed = (type: string, value: TypedVariable['value']): TypedVariable => ({ type, value })
const json = (value: unknown) => typed('Json', JSON.stringify(value))
const field = (type: string, more: object = {}): NodeDraft[] => [{ type, key: 'a', ...more }]

describe('a form that nobody touched writes nothing over', () => {
  test.each<[string, string, TypedVariable]>([
    ['an Integer', 'number', typed('Integer', 5)],
    ['a Short', 'number', typed('Short', 5)],
    ['a Long beyond 2^53', 'text', typed('Long', 9007199254740993n)],
    ['a text of digits in a number', 'number', typed('String', '007')],
    ['a Double in a text', 'text', typed('Double', 12.5)],
    ['line breaks in one line of text', 'text', typed('String', 'line1\nline2')],
    ['line breaks of Windows', 'textarea', typed('String', 'line1\r\nline2')],
    ['an empty text', 'text', typed('String', '')],
    ['blanks', 'email', typed('String', '  ')],
    ['a text of a day', 'date', typed('String', '2026-12-05')],
    ['a text of a day as people write it', 'date', typed('String', '05.12.2026')],
    ['a day with a time', 'date', typed('Date', '2026-12-05T09:30:00.123Z')],
    ['a time of a text', 'date-time', typed('String', '2026-12-05T10:00:00+01:00')],
    ['a text of yes', 'checkbox', typed('String', 'true')],
    ['an Integer in a choice', 'hidden', typed('Integer', 7)],
    ['a Date in a hidden field', 'hidden', typed('Date', '2026-12-05T09:30:00.000Z')],
    ['a null', 'number', typed('Null', null)],
    ['one text in a list of tags', 'tags', typed('String', 'x')],
    ['a password', 'password', typed('String', 'secret')],
    ['a file', 'file', typed('File', null)],
    ['an amount of no decimals', 'currency', typed('Integer', 5)],
  ])('%s', (_name, type, before) => {
    const more = type === 'currency' ? { currency: 'EUR' } : {}
    expect(complete(field(type, more), { a: before })).toEqual({ variables: [], files: [] })
  })

  test('rows, groups and what stands in them', () => {
    const lines = [
      { type: 'number', key: 'count' },
      { type: 'text', key: 'note' },
      { type: 'date', key: 'due' },
      { type: 'number', key: 'double', computed: '=count' },
      { type: 'repeater', key: 'parts', children: [{ type: 'text', key: 'name' }] },
    ]
    const nodes = [
      { type: 'repeater', key: 'lines', children: lines },
      { type: 'panel', key: 'place', children: [{ type: 'text', key: 'city' }] },
    ]
    const rows = [
      { sku: 1, count: '007', note: 'a\nb', due: '2026-12-04T23:00:00.000Z', double: 7, parts: [{ id: 9 }] },
    ]
    expect(complete(nodes, { lines: json(rows), place: json({ zip: '1' }) }).variables).toEqual([])
  })

  test('and creates no variable for an empty field, but one for a box, a list and a default', () => {
    const nodes = [
      ...['text', 'number', 'date', 'date-range', 'tags', 'file'].map((type) => ({ type, key: type })),
      { type: 'panel', key: 'place', children: [{ type: 'text', key: 'city' }] },
      { type: 'checkbox', key: 'box' },
      { type: 'repeater', key: 'rows', children: [{ type: 'text', key: 'name' }] },
      { type: 'text', key: 'given', defaultValue: 'x' },
    ]
    expect(complete(nodes, {}).variables).toEqual([
      { name: 'box', type: 'Boolean', value: false },
      { name: 'rows', type: 'Json', value: '[]' },
      { name: 'given', type: 'String', value: 'x' },
    ])
    expect(complete(field('checkbox'), { a: typed('Null', null) }).variables).toMatchObject([{ value: false }])
  })
})

describe('a changed value', () => {
  test('that is emptied is written as null, in the type that was there', () => {
    expect(complete(field('number'), { a: typed('Integer', 5) }, { a: '' }).variables).toEqual([
      { name: 'a', type: 'Integer', value: null },
    ])
    expect(complete(field('text', { defaultValue: 'x' }), {}, { a: null }).variables).toEqual([
      { name: 'a', type: 'String', value: null },
    ])
  })

  test.each<[string, TypedVariable, unknown, Omit<NamedVariable, 'name'>]>([
    ['number', typed('Integer', 5), 6, typed('Integer', 6)],
    ['number', typed('Integer', 5), 2_147_483_648, typed('Long', 2_147_483_648)],
    ['number', typed('Integer', 5), 5.5, typed('Double', 5.5)],
    ['number', typed('Short', 5), 6, typed('Short', 6)],
    ['number', typed('Short', 5), 40_000, typed('Integer', 40_000)],
    ['number', typed('Long', 5), 6, typed('Long', 6)],
    ['number', typed('Double', 5.5), 6, typed('Double', 6)],
    ['number', typed('String', '007'), 8, typed('String', '8')],
    ['number', typed('String', ''), 8, typed('Double', 8)],
    ['number', typed('Null', null), 8, typed('Double', 8)],
    ['rating', typed('Integer', 1), 2, typed('Integer', 2)],
    ['text', typed('Double', 12.5), '13', typed('Double', 13)],
    ['text', typed('Double', 12.5), 'thirteen', typed('String', 'thirteen')],
    ['text', typed('Integer', 7), '007', typed('String', '007')],
    ['text', typed('Boolean', true), 'false', typed('Boolean', false)],
    ['checkbox', typed('String', 'true'), false, typed('String', 'false')],
    ['date', typed('Date', '2026-12-04T23:00:00.000Z'), '2026-12-06', typed('Date', '2026-12-05T23:00:00.000Z')],
    ['date', typed('String', '2026-12-05'), '06/12/2026', typed('String', '2026-12-06')],
    ['date', typed('String', '05.12.2026'), '2026-12-06', typed('String', '06.12.2026')],
    [
      'date-time',
      typed('String', '2026-12-05T10:00:00Z'),
      '2026-12-05T11:00:00Z',
      typed('String', '2026-12-05T11:00:00.000Z'),
    ],
    ['tags', typed('String', '["x"]'), ['y'], typed('String', '["y"]')],
    ['tags', typed('String', 'x'), ['y'], typed('Json', '["y"]')],
  ])('in %s over %j becomes %j', (type, before, entry, after) => {
    expect(complete(field(type), { a: before }, { a: entry }).variables).toEqual([{ name: 'a', ...after }])
  })

  test('has the type that the form names, where it names one', () => {
    const variables = complete(field('number', { storeAs: 'Long' }), { a: typed('Integer', 5) }, { a: 6 }).variables
    expect(variables).toEqual([{ name: 'a', type: 'Long', value: 6 }])
  })

  test('in one row leaves the other rows as they are, with digits that no double holds', () => {
    const nodes = [
      {
        type: 'repeater',
        key: 'lines',
        children: [
          { type: 'number', key: 'count' },
          { type: 'text', key: 'note' },
          { type: 'date', key: 'due' },
        ],
      },
    ]
    const text = '[{"id":9007199254740993,"count":"007","note":"a\\nb"},{"count":"5","due":"2026-12-04T23:00:00.000Z"}]'
    const lines = [{ $row: 1, count: 6, due: '2026-12-06' }, { $row: 0, count: '007', note: 'a b' }, { count: 1 }]
    expect(complete(nodes, { lines: typed('Json', text) }, { lines }).variables[0]?.value).toBe(
      '[{"count":"6","due":"2026-12-05T23:00:00.000Z"},{"id":9007199254740993,"count":"007","note":"a\\nb"},{"count":1,"note":null,"due":null}]',
    )
  })

  describe('of a box in a row', () => {
    const rows = [
      {
        type: 'repeater',
        key: 'rows',
        children: [
          { type: 'checkbox', key: 'box' },
          { type: 'text', key: 'b' },
        ],
      },
    ]
    const write = (stored: unknown, sent: object) => {
      const [written] = complete(rows, { rows: json([stored]) }, { rows: [sent] }).variables
      return JSON.parse(String(written?.value))
    }

    test.each<[{ box?: unknown }]>([
      [{}],
      [{ box: null }],
      [{ box: false }],
      [{ box: 'true' }],
      [{ box: 'yes' }],
      [{ box: 1 }],
    ])('that nobody touched stays as it is in %j', (stored) => {
      const opened = stored.box === 'true' ? true : stored.box === false ? false : null
      expect(write(stored, { $row: 0, box: opened, b: 'x' })).toEqual([{ ...stored, b: 'x' }])
    })

    test('is no where the row is new, and where somebody takes the tick away', () => {
      expect(write({ box: true }, { box: null, b: 'x' })).toEqual([{ box: false, b: 'x' }])
      expect(write({ box: true }, { $row: 0, box: null, b: 'x' })).toEqual([{ box: false, b: 'x' }])
      expect(write({ box: 'true' }, { $row: 0, box: false })).toEqual([{ box: 'false' }])
    })

    test('is the same in a group', () => {
      const group = [
        {
          type: 'panel',
          key: 'g',
          children: [
            { type: 'checkbox', key: 'box' },
            { type: 'text', key: 'b' },
          ],
        },
      ]
      const [kept] = complete(group, { g: json({ box: 'yes' }) }, { g: { box: null, b: 'x' } }).variables
      expect(kept?.value).toBe('{"box":"yes","b":"x"}')
      const [cleared] = complete(group, { g: json({ box: true }) }, { g: { box: null } }).variables
      expect(cleared?.value).toBe('{"box":false}')
    })
  })

  test('that the field could not read is a change, also when it is emptied', () => {
    const [written] = complete(field('number'), { a: typed('String', 'ten') }, { a: null }).variables
    expect(written).toEqual({ name: 'a', type: 'String', value: null })
  })

  test('of a list of files is found by their ids, and the files go with it', () => {
    const file = { id: 'u1', name: 'a.pdf', size: 5, type: 'application/pdf' }
    const nodes = [{ type: 'repeater', key: 'rows', children: [{ type: 'file', key: 'doc' }] }]
    const rows = [{ $row: 0, doc: [{ ...file, name: 'renamed.pdf' }] }]
    expect(complete(nodes, { rows: json([{ doc: [file] }]) }, { rows })).toEqual({ variables: [], files: [] })
    expect(complete(nodes, { rows: json([{ doc: [file] }]) }, { rows: [] }).files).toEqual([
      { name: 'rows', files: [], isPart: true },
    ])
  })
})

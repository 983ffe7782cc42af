import { describe, expect, test } from 'vitest'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { valuesToJson } from './open-values.ts'
import { readSubmission } from './read-submission.ts'
import type { JsonValues } from './value-tree.ts'

const form = buildForm([
  { type: 'number', key: 'amount', required: true },
  { type: 'text', key: 'reason', visible: '=amount > 100', required: true },
  { type: 'text', key: 'supplier', readOnly: true },
  { type: 'number', key: 'discount', enabled: '=amount > 1000' },
])

function submit(input: unknown, current: JsonValues = {}) {
  const submission = readSubmission(form, input, { current, context: buildContext(form) })
  return submission.ok ? { ...submission.values } : submission.problems.map(({ field, code }) => `${field} ${code}`)
}

test('readable and valid values are answered, typed', () => {
  expect(submit({ amount: '150', reason: 'New belt' })).toEqual({ amount: 150, reason: 'New belt' })
})

test('values of hidden fields are dropped', () => {
  expect(submit({ amount: 50, reason: 'left over' })).toEqual({ amount: 50 })
})

test('what was not submitted keeps its value, and counts', () => {
  expect(submit({ reason: 'New belt' }, { amount: 150 })).toEqual({ reason: 'New belt' })
  expect(submit({}, { amount: 50 })).toEqual({})
  expect(submit({})).toEqual(['amount value.required'])
})

test('an emptied field is written as empty', () => {
  expect(submit({ amount: 2000, reason: 'x', discount: '' }, { discount: 5 })).toEqual({
    amount: 2000,
    reason: 'x',
    discount: null,
  })
})

test('read-only and disabled fields cannot be changed, but may be sent back unchanged', () => {
  const current = { supplier: 'Brandt', discount: 5 }
  expect(submit({ amount: 50, supplier: 'Brandt', discount: 5 }, current)).toEqual({ amount: 50 })
  expect(submit({ amount: 50, supplier: 'Mine' }, current)).toEqual(['supplier value.not-writable'])
  expect(submit({ amount: 50, discount: 99 }, current)).toEqual(['discount value.not-writable'])
})

test('unknown fields are refused before anything is checked, unreadable values with all that is wrong', () => {
  expect(submit({ amount: 'x', other: 1 })).toEqual(['other form.unknown-field'])
  expect(submit({ amount: 'x', reason: 5 })).toEqual(['amount number.invalid'])
})

describe('rows', () => {
  const order = buildForm([
    {
      type: 'grid',
      id: 'lines',
      key: 'lines',
      children: [
        { type: 'text', key: 'article', readOnly: true },
        { type: 'number', key: 'count', required: true, max: 10 },
        { type: 'text', key: 'note', visible: '=count > 5' },
      ],
    },
  ])
  const current = {
    lines: [
      { $row: 0, article: 'Belt', count: 1, note: 'old' },
      { $row: 1, article: 'Bolt', count: 2 },
    ],
  }
  function submitLines(lines: unknown, form = order, before: JsonValues = current) {
    const submission = readSubmission(form, { lines }, { current: before, context: buildContext(form) })
    if (!submission.ok) return submission.problems.map(({ field, code }) => `${field} ${code}`)
    return valuesToJson(form, submission.values).lines
  }

  test('keep what cannot be changed, wherever they were moved, and what is hidden now', () => {
    expect(submitLines([{ $row: 1, count: 3 }, { count: 4 }, { $row: 0, count: 5 }])).toEqual([
      { $row: 1, article: 'Bolt', count: 3 },
      { article: null, count: 4 },
      { $row: 0, article: 'Belt', count: 5, note: 'old' },
    ])
  })

  test('are all removed by an empty list, and none by no list', () => {
    expect(submitLines([])).toEqual([])
    expect(submitLines(undefined)).toBeUndefined()
  })

  test('are checked one by one', () => {
    expect(submitLines([{ $row: 0, count: 11 }, { note: 'x' }, { $row: 1, count: 'two' }])).toEqual([
      'lines[0].count number.too-large',
      'lines[1].count value.required',
      'lines[2].count number.invalid',
    ])
  })

  test('refuse another value of what cannot be changed, also where the row is new', () => {
    expect(submitLines([{ $row: 0, count: 1, article: 'Gold' }])).toEqual(['lines[0].article value.not-writable'])
    expect(submitLines([{ $row: 0, count: 1, article: 'Belt' }])).toEqual([
      { $row: 0, article: 'Belt', count: 1, note: 'old' },
    ])
    expect(submitLines([{ count: 1, article: 'Gold' }])).toEqual(['lines[0].article value.not-writable'])
  })

  test('that name a row which is not there, or one that is named twice, are refused', () => {
    expect(submitLines([{ $row: 2, count: 1 }])).toEqual(['lines[0] list.invalid'])
    expect(
      submitLines([
        { $row: 0, count: 1 },
        { $row: 0, count: 1 },
      ]),
    ).toEqual(['lines[1] list.invalid'])
    for (const marker of ['0', -1, 0.5, {}, [0]])
      expect(submitLines([{ $row: marker, count: 1 }])).toEqual(['lines[0] list.invalid'])
  })

  test('that are fixed, or cannot be filled now, stay as many and where they were', () => {
    for (const more of [{ fixed: true }, { readOnly: true }, { enabled: false }]) {
      const form = buildForm([
        { type: 'repeater', key: 'lines', ...more, children: [{ type: 'number', key: 'count' }] },
      ])
      const before = {
        lines: [
          { $row: 0, count: 1 },
          { $row: 1, count: 2 },
        ],
      }
      const refused = ['lines value.not-writable']
      expect(submitLines([{ $row: 0, count: 1 }], form, before)).toEqual(refused)
      expect(
        submitLines(
          [
            { $row: 1, count: 2 },
            { $row: 0, count: 1 },
          ],
          form,
          before,
        ),
      ).toEqual(refused)
      expect(submitLines([...before.lines, {}], form, before)).toEqual(refused)
      expect(submitLines(before.lines, form, before)).toEqual('fixed' in more ? before.lines : undefined)
    }
  })

  test('of a hidden list inside stay unchanged by all sent values', () => {
    const inner = { type: 'repeater', key: 'parts', visible: '=count > 5', children: [{ type: 'text', key: 'n' }] }
    const form = buildForm([{ type: 'repeater', key: 'lines', children: [{ type: 'number', key: 'count' }, inner] }])
    const before = { lines: [{ $row: 0, count: 9, parts: [{ $row: 0, n: 'a' }] }] }
    expect(submitLines([{ $row: 0, count: 1, parts: [{ n: 'mine' }] }], form, before)).toEqual([
      { $row: 0, count: 1, parts: [{ $row: 0, n: 'a' }] },
    ])
  })

  test('inside of rows are found by their own row', () => {
    const form = buildForm([
      {
        type: 'repeater',
        key: 'lines',
        children: [
          {
            type: 'repeater',
            key: 'parts',
            children: [
              { type: 'text', key: 'id', readOnly: true },
              { type: 'text', key: 'n' },
            ],
          },
        ],
      },
    ])
    const before = {
      lines: [
        { $row: 0, parts: [{ $row: 0, id: 'a' }] },
        { $row: 1, parts: [{ $row: 0, id: 'b' }] },
      ],
    }
    expect(submitLines([{ $row: 1, parts: [{ $row: 0, n: 'x' }, { n: 'y' }] }], form, before)).toEqual([
      {
        $row: 1,
        parts: [
          { $row: 0, id: 'b', n: 'x' },
          { id: null, n: 'y' },
        ],
      },
    ])
  })
})

test('what is computed is answered though nobody sent it, and another answer is refused', () => {
  const form = buildForm([
    { type: 'number', key: 'a' },
    { type: 'number', key: 'b', computed: '=a' },
  ])
  const answer = (input: unknown) => {
    const read = readSubmission(form, input, { current: {}, context: buildContext(form) })
    return read.ok ? { ...read.values } : read.problems.map(({ field, code }) => `${field} ${code}`)
  }
  expect(answer({ a: 5 })).toEqual({ a: 5, b: 5 })
  expect(answer({ a: 5, b: 5 })).toEqual({ a: 5, b: 5 })
  expect(answer({ a: 5, b: 6 })).toEqual(['b value.not-writable'])
})

test('what is entered into a group is written, in groups and lists within it too', () => {
  const form = buildForm([
    {
      type: 'panel',
      key: 'order',
      children: [
        { type: 'text', key: 'city' },
        { type: 'panel', key: 'contact', children: [{ type: 'text', key: 'name' }] },
        { type: 'repeater', key: 'lines', children: [{ type: 'number', key: 'n' }] },
        { type: 'text', key: 'fixed', readOnly: true },
      ],
    },
  ])
  const input = { order: { city: 'Bern', contact: { name: 'Rosa' }, lines: [{ n: 1 }, { n: 2 }] } }
  const current = { order: { fixed: 'A 7' } }
  const read = readSubmission(form, input, { current, context: buildContext(form) })
  expect(read).toMatchObject({
    ok: true,
    values: {
      order: {
        city: 'Bern',
        contact: { name: 'Rosa' },
        lines: [{ values: { n: 1 } }, { values: { n: 2 } }],
        fixed: 'A 7',
      },
    },
  })
  const changed = { order: { ...input.order, fixed: 'B 8' } }
  expect(readSubmission(form, changed, { current, context: buildContext(form) })).toMatchObject({
    problems: [{ field: 'order.fixed', code: 'value.not-writable' }],
  })
})

describe('hostile values are refused:', () => {
  const nested = buildForm([
    { type: 'text', key: 'name' },
    { type: 'panel', key: 'address', children: [{ type: 'text', key: 'city' }] },
    {
      type: 'repeater',
      key: 'rows',
      children: [
        { type: 'number', key: 'n' },
        { type: 'repeater', key: 'rows', children: [{ type: 'text', key: 't' }] },
      ],
    },
  ])
  const refuse = (input: unknown) => {
    const read = readSubmission(nested, input, { current: {}, context: buildContext(nested) })
    return read.ok ? 'taken' : read.problems.map(({ field, code }) => `${field} ${code}`)
  }
  const deep = (levels: number) => {
    let value: unknown = 'x'
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { rows: value }
    return value
  }

  test.each([
    ['rows that are none', { rows: 'x' }, ['rows list.invalid']],
    ['an object for a list', { rows: { 0: { n: 1 } } }, ['rows list.invalid']],
    ['a row that is none', { rows: [{ n: 1 }, 5] }, ['rows[1] form.invalid']],
    ['a list for a row', { rows: [[]] }, ['rows[0] form.invalid']],
    ['a list for an object', { address: [] }, ['address form.invalid']],
    ['a text for an object', { address: 'x' }, ['address form.invalid']],
    ['an object for a text', { name: { x: 1 } }, ['name text.invalid']],
    [
      'another name in a row',
      { rows: [{ rows: [{ t: 'x', admin: true }] }] },
      ['rows[0].rows[0].admin form.unknown-field'],
    ],
    ['a marker outside of rows', { $row: 1 }, ['$row form.unknown-field']],
    ['ten thousand levels in a list', { rows: deep(10_001) }, ['rows[0].rows[0].rows form.unknown-field']],
    ['ten thousand levels in a text', { name: deep(10_001) }, ['name text.invalid']],
    ['more rows than a list takes', { rows: Array.from({ length: 1_001 }, () => ({})) }, ['rows list.too-many']],
    ['a million rows', { rows: Array.from({ length: 1_000_000 }, () => ({})) }, ['rows list.too-many']],
    [
      'more values than a form takes',
      { rows: Array.from({ length: 1_000 }, () => ({ rows: Array.from({ length: 100 }, () => ({ t: 'x' })) })) },
      [' form.too-large'],
    ],
  ])('%s', (_name, input, expected) => {
    expect(refuse(input)).toEqual(expected)
  })

  test('names that reach the prototype, at every level', () => {
    const sly = JSON.parse(
      '{"__proto__":{"x":1},"address":{"__proto__":{"x":1},"constructor":1},"rows":[{"__proto__":{"n":1},"prototype":1}]}',
    )
    expect(refuse(sly)).toEqual([
      '__proto__ form.unknown-field',
      'address.__proto__ form.unknown-field',
      'address.constructor form.unknown-field',
      'rows[0].__proto__ form.unknown-field',
      'rows[0].prototype form.unknown-field',
    ])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('without an answer that is as long', () => {
    const rows = Array.from({ length: 1_000 }, () => ({ x: 1 }))
    expect(refuse({ rows })).toHaveLength(20)
  })
})

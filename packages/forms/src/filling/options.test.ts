import { describe, expect, test } from 'vitest'
import { rowMarker } from '../document/row-marker.ts'
import { buildContext, buildDocument, buildForm, fill, listProblemCodes } from '../testing/build-form.ts'
import { readSubmission } from '../values/read-submission.ts'
import { toDraft, toSubmission } from './present-filling.ts'

const country = { type: 'select', key: 'country', options: ['pt', 'de'].map((value) => ({ value, label: value })) }
const city = {
  type: 'select',
  key: 'city',
  dependsOn: 'country',
  options: [
    { value: 'lis', label: 'Lisbon', when: ['pt'] },
    { value: 'ber', label: 'Berlin', when: ['de'] },
    { value: 'other', label: 'Another' },
  ],
}
const cities = { ...city, type: 'check-list', key: 'cities' }

function get(filling: ReturnType<typeof fill>, ...path: (string | number)[]) {
  const found = filling.findInstance(path)
  if (found === null) throw new Error(`Expected ${path.join('.')}, but it is not there.`)
  return found
}

test('options are those of the value of the field that they depend on', () => {
  const filling = fill([country, city])
  const offered = () => get(filling, 'city').options?.map(({ value }) => value)
  expect(offered()).toEqual(['other'])
  filling.setEntry(get(filling, 'country'), 'pt')
  expect(offered()).toEqual(['lis', 'other'])
})

test('a choice that is not offered any more goes, of several those that are not', () => {
  const filling = fill([country, city, cities], { values: { country: 'pt', city: 'lis', cities: ['lis', 'other'] } })
  filling.setEntry(get(filling, 'country'), 'de')
  expect(toSubmission(filling)).toMatchObject({ country: 'de', city: null, cities: ['other'] })
  expect(filling.listProblems()).toEqual([])
})

test('what the form opens with, or somebody sends, is wrong, and kept to be seen', () => {
  const values = { country: 'de', city: 'lis' }
  const filling = fill([country, city], { values })
  expect(filling.listProblems()).toEqual([{ field: 'city', code: 'choice.unknown' }])
  expect(toDraft(filling)).toMatchObject({ city: 'lis' })
  const form = buildForm([country, city])
  expect(readSubmission(form, values, { current: {}, context: buildContext(form) })).toEqual({
    ok: false,
    problems: [{ field: 'city', code: 'choice.unknown' }],
  })
})

test('in a row they depend on the field of that row', () => {
  const filling = fill([{ type: 'repeater', key: 'rows', children: [country, city] }], {
    values: {
      rows: [
        { country: 'pt', city: 'lis' },
        { country: 'de', city: 'ber' },
      ],
    },
  })
  filling.setEntry(get(filling, 'rows', 0, 'country'), 'de')
  expect(get(filling, 'rows', 0, 'city').value).toBeNull()
  expect(get(filling, 'rows', 1, 'city').value).toBe('ber')
})

test('the field must be there, and not depend on what depends on it', () => {
  expect(listProblemCodes(buildDocument([{ ...city, dependsOn: 'land' }]))).toEqual(['property.conflict'])
  expect(listProblemCodes(buildDocument([{ ...country, dependsOn: 'city' }, city]))).toEqual(['expression.cycle'])
  const { dependsOn: _, ...free } = city
  expect(listProblemCodes(buildDocument([country, free]))).toEqual(['property.conflict'])
})

test('a button writes what it calculates into its field, while that can be filled', () => {
  const nodes = [
    { type: 'number', key: 'net' },
    { type: 'number', key: 'gross', enabled: '=net < 100' },
    { type: 'button', id: 'tax', label: 'Add tax', action: 'compute', target: 'gross', result: '=net * 1.5' },
  ]
  const filling = fill(nodes, { values: { net: 10 } })
  const button = filling.getInstance(filling.root, 'tax')
  filling.press(button, 'gross')
  expect(get(filling, 'gross').value).toBe(15)
  filling.setEntry(get(filling, 'net'), 200)
  filling.press(button, 'gross')
  expect(get(filling, 'gross').value).toBe(15)
})

test.each([
  [{ action: 'compute' }],
  [{ action: 'compute', target: 'other', result: '=1' }],
  [{ action: 'compute', target: 'sum', result: '=1' }],
  [{ action: 'reset', target: 'a' }],
  [{ action: 'submit', outcome: 'unknown' }],
  [{ action: 'reset', outcome: 'send' }],
])('a button of %j contradicts itself', (props) => {
  const nodes = [
    { type: 'text', key: 'a' },
    { type: 'computed', key: 'sum', computed: '=a' },
    { type: 'button', label: 'x', ...props },
  ]
  const document = buildDocument(nodes, { settings: { submitActions: [{ id: 'send', label: 'Send' }] } })
  expect(listProblemCodes(document)).toContain('property.conflict')
})

test('an option that the field does not have is named, and only it is dropped', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value.toUpperCase() }))
  const fields = ['check-list', 'multi-select'].map((type) => ({ type, key: type, options }))
  const filling = fill([...fields, { type: 'select', key: 's', options }], {
    values: { 'check-list': ['a', 'zz'], 'multi-select': ['zz', 'b', 'yy'], s: 'zz' },
  })
  expect(filling.listProblems()).toEqual([
    { field: 'check-list', code: 'choice.unknown', params: { names: 'zz' } },
    { field: 'multi-select', code: 'choice.unknown', params: { names: 'zz, yy' } },
    { field: 's', code: 'choice.unknown', params: { names: 'zz' } },
  ])
  expect(get(filling, 'check-list').value).toEqual(['a'])
  for (const key of ['check-list', 'multi-select', 's']) filling.dropUnknown(get(filling, key))
  expect(filling.listProblems()).toEqual([])
  expect(toSubmission(filling)).toEqual({ 'check-list': ['a'], 'multi-select': ['b'], s: null })
})

describe('options that a field no longer has', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value.toUpperCase() }))
  const types = ['check-list', 'multi-select', 'ranking', 'select', 'radio']
  const nodes = [
    ...types.map((type) => ({ type, key: type, options, required: true })),
    { type: 'text', key: 'note' },
    { type: 'repeater', key: 'rows', children: [...types.map((type) => ({ type, key: type, options }))] },
  ]
  const row = {
    'check-list': ['a', 'zz'],
    'multi-select': ['zz'],
    ranking: ['zz', 'a', 'b'],
    select: 'zz',
    radio: 'zz',
  }
  const values = { ...row, rows: [{ ...row, [rowMarker]: 0 }] }
  const submit = (filling: ReturnType<typeof fill>) => {
    const { form, context } = filling
    const read = readSubmission(form, toSubmission(filling), { current: values, context })
    return read.ok ? read.values : read.problems
  }

  test('stay while nobody changes the field, and are shown', () => {
    const filling = fill(nodes, { values, opened: values })
    for (const key of types) filling.dropUnknown(get(filling, key))
    filling.setEntry(get(filling, 'note'), 'seen')
    expect(types.map((key) => filling.faultsOf(get(filling, key)).length)).toEqual([1, 1, 1, 1, 1])
    expect(filling.listProblems()).toEqual([])
    expect(submit(filling)).toEqual({ note: 'seen', rows: [{ origin: 0, values: {} }] })
  })

  test('are wrong in a field that somebody changes, until it is left', () => {
    const filling = fill(nodes, { values, opened: values })
    filling.setEntry(get(filling, 'check-list'), ['a', 'zz', 'b'])
    filling.setEntry(get(filling, 'rows', 0, 'select'), 'yy')
    expect(filling.listProblems().map(({ field }) => field)).toEqual(['check-list', 'rows[0].select'])
    expect(submit(filling)).toMatchObject([{ field: 'check-list' }, { field: 'rows[0].select' }])
    filling.dropUnknown(get(filling, 'check-list'))
    filling.dropUnknown(get(filling, 'rows', 0, 'select'))
    expect(submit(filling)).toEqual({
      'check-list': ['a', 'b'],
      note: null,
      rows: [{ origin: 0, values: { select: null } }],
    })
  })

  test('are wrong in a new row', () => {
    const filling = fill(nodes, { values, opened: values })
    filling.addRow(get(filling, 'rows'), 1, { select: 'zz' })
    expect(submit(filling)).toMatchObject([{ field: 'rows[1].select', code: 'choice.unknown' }])
  })
})

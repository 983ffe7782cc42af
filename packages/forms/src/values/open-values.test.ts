import { expect, test } from 'vitest'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { openValues, valuesToJson } from './open-values.ts'
import { readValues } from './read-values.ts'

const options = [{ value: 'a', label: 'A' }]

test('variables come first, then defaults, and a field with neither stays empty', () => {
  const form = buildForm([
    { type: 'text', key: 'name', defaultValue: 'Ines' },
    { type: 'text', key: 'city', defaultValue: 'Halden' },
    { type: 'text', key: 'note' },
  ])
  const opened = openValues(form, { name: { type: 'String', value: 'Tomasz' } }, buildContext(form))
  expect({ ...opened }).toEqual({ name: 'Tomasz', city: 'Halden' })
})

test('a variable that is null is not replaced by the default', () => {
  const form = buildForm([{ type: 'text', key: 'name', defaultValue: 'Ines' }])
  expect({ ...openValues(form, { name: { type: 'Null', value: null } }, buildContext(form)) }).toEqual({ name: null })
})

test('a field may have a variable of another name', () => {
  const form = buildForm([{ type: 'text', key: 'speaker', variable: 'SpeakerName' }])
  expect({
    ...openValues(
      form,
      { SpeakerName: { type: 'String', value: 'x' }, speaker: { type: 'String', value: 'y' } },
      buildContext(form),
    ),
  }).toEqual({ speaker: 'x' })
})

test('variables of every type open in their fields, as JSON can carry them', () => {
  const form = buildForm([
    { type: 'number', key: 'long', integer: true },
    { type: 'date', key: 'day' },
    { type: 'date-time', key: 'time' },
    { type: 'checkbox', key: 'flag' },
    { type: 'select', key: 'choice', options },
    { type: 'file', key: 'file' },
  ])
  const opened = openValues(
    form,
    {
      long: { type: 'Long', value: 9007199254740993n },
      day: { type: 'Date', value: '2026-11-23T23:00:00.000Z' },
      time: { type: 'Date', value: '2026-11-23T23:00:00.000Z' },
      flag: { type: 'Boolean', value: true },
      choice: { type: 'String', value: 'a' },
      file: { type: 'File', value: null },
    },
    buildContext(form),
  )
  expect({ ...opened }).toEqual({
    long: '9007199254740993',
    day: '2026-11-24',
    time: '2026-11-23T23:00:00.000Z',
    flag: true,
    choice: 'a',
    file: null,
  })
  const { values, problems } = readValues(form, { ...opened }, buildContext(form))
  expect(problems).toEqual([])
  expect(valuesToJson(form, values)).toEqual(opened)
})

test('a variable that the field cannot read is shown, not lost', () => {
  const form = buildForm([
    { type: 'number', key: 'amount' },
    { type: 'select', key: 'choice', options },
  ])
  const opened = openValues(
    form,
    { amount: { type: 'String', value: 'about ten' }, choice: { type: 'String', value: 'gone' } },
    buildContext(form),
  )
  expect({ ...opened }).toEqual({ amount: 'about ten', choice: 'gone' })
  expect(readValues(form, { ...opened }, buildContext(form)).problems.map(({ field }) => field)).toEqual([
    'amount',
    'choice',
  ])
})

test('computed defaults read other defaults, regardless of their order', () => {
  const form = buildForm([
    { type: 'text', key: 'c', defaultValue: '=b' },
    { type: 'text', key: 'b', defaultValue: '=a' },
    { type: 'text', key: 'a', defaultValue: 'start' },
    { type: 'text', key: 'd', defaultValue: '=fail' },
    { type: 'date', key: 'e', defaultValue: '=today' },
  ])
  const opened = openValues(form, {}, buildContext(form, { variables: { today: new Date('2026-11-24T11:00:00Z') } }))
  expect({ ...opened }).toEqual({ a: 'start', b: 'start', c: 'start', d: null, e: '2026-11-24' })
})

test('a list of contexts opens as rows, each with its number, and without what the form does not have', () => {
  const form = buildForm([
    {
      type: 'repeater',
      key: 'items',
      variable: 'orderLines',
      children: [
        { type: 'number', key: 'price' },
        { type: 'text', key: 'unit', defaultValue: 'kg' },
        { type: 'grid', key: 'parts', children: [{ type: 'date', key: 'due' }] },
      ],
    },
    { type: 'panel', key: 'address', children: [{ type: 'text', key: 'city' }] },
  ])
  const opened = openValues(
    form,
    {
      orderLines: {
        type: 'Json',
        value: '[{"price":5,"sku":"x","parts":[{"due":"2026-11-24"},{"due":"soon"}]},{"unit":"l"}]',
      },
      address: { type: 'Json', value: '{"city":"Rome","zip":"00100"}' },
    },
    buildContext(form),
  )
  expect(opened).toEqual({
    items: [
      {
        $row: 0,
        price: 5,
        unit: 'kg',
        parts: [
          { $row: 0, due: '2026-11-24' },
          { $row: 1, due: 'soon' },
        ],
      },
      { $row: 1, unit: 'l' },
    ],
    address: { city: 'Rome' },
  })
})

test('a variable that is no list is shown as an error, not lost', () => {
  const form = buildForm([{ type: 'repeater', key: 'items', children: [{ type: 'text', key: 'a' }] }])
  for (const value of ['not JSON', '5', '{"a":1}', '["a"]']) {
    const opened = openValues(form, { items: { type: 'Json', value } }, buildContext(form))
    expect(readValues(form, { ...opened }, buildContext(form)).problems).not.toEqual([])
  }
})

import { expect, test } from 'vitest'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { listChangedValues } from './same-value.ts'
import { toVariables } from './to-variables.ts'
import type { FormValues } from './value-tree.ts'

const upload = { id: 'u1', name: 'a.pdf', size: 5, type: 'application/pdf' }

test('submitted values become typed variables, fields that were not submitted none', () => {
  const form = buildForm([
    { type: 'text', key: 'speaker', variable: 'SpeakerName' },
    { type: 'date', key: 'day' },
    { type: 'text', key: 'left' },
    { type: 'file', key: 'doc' },
  ])
  expect(
    toVariables(form, { speaker: 'Ines', day: '2026-11-24', doc: [upload] }, { context: buildContext(form) }),
  ).toEqual({
    variables: [
      { name: 'SpeakerName', type: 'String', value: 'Ines' },
      { name: 'day', type: 'Date', value: '2026-11-23T23:00:00.000Z' },
      { name: 'doc_originalFileName', type: 'String', value: 'a.pdf' },
      { name: 'doc_fileContentType', type: 'String', value: 'application/pdf' },
    ],
    files: [{ name: 'doc', files: [upload], isPart: false }],
  })
})

test('only what differs counts as changed', () => {
  const form = buildForm([
    { type: 'text', key: 'a' },
    { type: 'number', key: 'b', integer: true },
    { type: 'file', key: 'c' },
    { type: 'text', key: 'd' },
  ])
  const big = 9007199254740993n
  expect(
    listChangedValues(form, { a: 'x', b: big, c: [upload] }, { a: 'y', b: big, c: [{ ...upload }], d: null }),
  ).toEqual({ a: 'y' })
  expect(listChangedValues(form, { b: big }, { b: big + 1n })).toEqual({ b: big + 1n })
})

test('a list becomes one variable, a list of contexts, and a group a context', () => {
  const form = buildForm([
    {
      type: 'repeater',
      key: 'items',
      variable: 'orderLines',
      children: [
        { type: 'number', key: 'price' },
        { type: 'number', key: 'id', integer: true },
        { type: 'date', key: 'due' },
        { type: 'grid', key: 'parts', children: [{ type: 'text', key: 'name' }] },
      ],
    },
    { type: 'panel', key: 'address', children: [{ type: 'text', key: 'city' }] },
    { type: 'repeater', key: 'none', children: [{ type: 'text', key: 'a' }] },
  ])
  const values: FormValues = {
    items: [
      {
        origin: null,
        values: {
          price: 5.5,
          id: 9007199254740993n,
          due: '2026-11-24',
          parts: [{ origin: null, values: { name: 'a' } }],
        },
      },
      { origin: null, values: { price: null } },
    ],
    address: { city: 'Rome' },
    none: [],
  }
  expect(toVariables(form, values, { context: buildContext(form) })).toEqual({
    variables: [
      {
        name: 'orderLines',
        type: 'Json',
        value: '[{"price":5.5,"id":"9007199254740993","due":"2026-11-24","parts":[{"name":"a"}]},{"price":null}]',
      },
      { name: 'address', type: 'Json', value: '{"city":"Rome"}' },
      { name: 'none', type: 'Json', value: '[]' },
    ],
    files: [],
  })
})

test('members that the form does not have stay with their row, wherever it was moved', () => {
  const form = buildForm([
    { type: 'repeater', key: 'items', children: [{ type: 'number', key: 'price' }] },
    { type: 'panel', key: 'address', children: [{ type: 'text', key: 'city' }] },
  ])
  const { variables } = toVariables(
    form,
    {
      items: [
        { origin: 1, values: { price: 7 } },
        { origin: null, values: { price: 8 } },
      ],
      address: { city: 'Milan' },
    },
    {
      context: buildContext(form),
      before: {
        items: { type: 'Json', value: '[{"sku":"a","price":1},{"sku":"b","price":2,"__proto__":{"x":1}}]' },
        address: { type: 'Json', value: '{"city":"Rome","zip":"00100"}' },
      },
    },
  )
  expect(variables.map(({ value }) => value)).toEqual([
    '[{"sku":"b","price":7},{"price":8}]',
    '{"city":"Milan","zip":"00100"}',
  ])
})

test('files in rows belong to the variable of the list', () => {
  const form = buildForm([{ type: 'repeater', key: 'items', children: [{ type: 'file', key: 'doc' }] }])
  const values = {
    items: [
      { origin: null, values: { doc: [upload] } },
      { origin: null, values: { doc: null } },
    ],
  }
  expect(toVariables(form, values, { context: buildContext(form) })).toEqual({
    variables: [{ name: 'items', type: 'Json', value: JSON.stringify([{ doc: [upload] }, { doc: null }]) }],
    files: [{ name: 'items', files: [upload], isPart: true }],
  })
})

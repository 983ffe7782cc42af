import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { listFields } from '../compile/runtime-document.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { fromFormProperties } from './from-form-properties.ts'
import type { FormPropertyInput } from './types.ts'

function property(more: Partial<FormPropertyInput> & { id: string }): FormPropertyInput {
  return {
    label: null,
    type: 'string',
    datePattern: null,
    options: [],
    defaultValue: null,
    variable: null,
    expression: null,
    isReadable: true,
    isWritable: true,
    isRequired: false,
    ...more,
  }
}

function formOf(...properties: FormPropertyInput[]) {
  const form = fromFormProperties('task', properties)
  const compiled = compile(form.document, { language: tinyLanguage })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { ...form, runtime: compiled.form }
}

test('every type of the engine has its field', () => {
  const { runtime } = formOf(
    property({ id: 'a', label: 'Name', isRequired: true }),
    property({ id: 'b', type: 'long' }),
    property({ id: 'c', type: 'double' }),
    property({ id: 'd', type: 'boolean', isRequired: true }),
    property({ id: 'e', type: 'date' }),
    property({ id: 'f', type: 'date', datePattern: "yyyy-MM-dd'T'HH:mm" }),
    property({
      id: 'g',
      type: 'enum',
      options: [
        { id: 'y', name: 'Yes' },
        { id: 'n', name: '' },
      ],
    }),
  )
  expect(listFields(runtime.data).map(({ key, type }) => `${key} ${type}`)).toEqual([
    'a text',
    'b number',
    'c number',
    'd checkbox',
    'e date',
    'f date-time',
    'g select',
  ])
  expect(listFields(runtime.data)[0]?.props.label).toBe('Name')
  expect(listFields(runtime.data)[1]?.props).toMatchObject({ label: 'b', integer: true, storeAs: 'Long' })
  expect(listFields(runtime.data)[6]?.props.options).toEqual([
    { value: 'y', label: 'Yes' },
    { value: 'n', label: 'n' },
  ])
  expect(runtime.rules.filter(({ required }) => required).map(({ node }) => node)).toEqual(['f1'])
})

test('a choice that must be made stands open when it is short', () => {
  const options = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: id }))
  const { runtime } = formOf(
    property({ id: 'short', type: 'enum', options: options.slice(0, 4), isRequired: true }),
    property({ id: 'long', type: 'enum', options, isRequired: true }),
  )
  expect(listFields(runtime.data).map(({ type }) => type)).toEqual(['radio', 'select'])
})

test('unreadable properties are left out, unwritable ones are data', () => {
  const { runtime } = formOf(property({ id: 'a', isReadable: false }), property({ id: 'b', isWritable: false }))
  expect(runtime.rules).toMatchObject([{ node: 'f1', readOnly: true }])
})

test('variables, expressions and defaults are left to the engine', () => {
  const expression = { language: 'uel', text: '#{address.street}' }
  const defaultValue = { language: 'literal', text: '42' }
  const { bindings, runtime } = formOf(
    property({ id: 'speaker', variable: 'SpeakerName', expression }),
    property({ id: 'street', expression }),
    property({ id: 'amount', type: 'long', defaultValue }),
    property({ id: 'day', type: 'date' }),
  )
  expect(bindings).toEqual([
    { key: 'speaker', variable: 'SpeakerName', expression: null, defaultValue: null, datePattern: null },
    { key: 'street', variable: 'street', expression, defaultValue: null, datePattern: null },
    { key: 'amount', variable: 'amount', expression: null, defaultValue, datePattern: null },
    { key: 'day', variable: 'day', expression: null, defaultValue: null, datePattern: 'dd/MM/yyyy' },
  ])
  expect(listFields(runtime.data)[0]?.props.variable).toBe('SpeakerName')
})

test('what cannot be done is said: types of the model’s own, ids that are no names, ids given twice', () => {
  const { runtime, unsupported } = formOf(
    property({ id: 'a', type: 'user' }),
    property({ id: 'a' }),
    property({ id: '__proto__' }),
    property({ id: 'e', type: 'enum' }),
  )
  expect(listFields(runtime.data).map(({ key, type }) => `${key} ${type}`)).toEqual(['a text', 'e text'])
  expect(unsupported.map(({ fieldId }) => fieldId)).toEqual(['a', 'a', '__proto__'])
})

test('options that no select could hold are left out', () => {
  const options = [
    { id: 'a', name: 'First' },
    { id: 'a', name: 'Second' },
    { id: '', name: 'Empty' },
  ]
  expect(listFields(formOf(property({ id: 'e', type: 'enum', options })).runtime.data)[0]?.props.options).toEqual([
    { value: 'a', label: 'Second' },
  ])
})

import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { listFields } from '../compile/runtime-document.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { fromFormData } from './from-form-data.ts'
import type { FormFieldInput } from './types.ts'

function field(
  id: string,
  type: string,
  constraints: Record<string, string | null> = {},
  properties: Record<string, string> = {},
): FormFieldInput {
  return {
    id,
    label: null,
    type,
    datePattern: null,
    options: [{ id: 'x', name: 'X' }],
    defaultValue: null,
    constraints: Object.entries(constraints).map(([name, config]) => ({ name, config })),
    properties,
  }
}

function formOf(...fields: FormFieldInput[]) {
  const form = fromFormData('task', fields)
  const compiled = compile(form.document, { language: tinyLanguage })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { ...form, runtime: compiled.form }
}

test('every type of the engine has its field, own types are text', () => {
  const { runtime, unsupported } = formOf(
    field('a', 'string'),
    field('b', 'long'),
    field('c', 'boolean'),
    field('d', 'date'),
    field('e', 'enum'),
    field('f', 'money'),
  )
  expect(listFields(runtime.data).map(({ type }) => type)).toEqual([
    'text',
    'number',
    'checkbox',
    'date',
    'select',
    'text',
  ])
  expect(unsupported).toEqual([
    { fieldId: 'f', message: 'Expected a known type, but found "money". It is shown as text.' },
  ])
})

test('constraints become rules', () => {
  const { runtime, unsupported } = formOf(
    field('a', 'string', { required: null, minlength: '2', maxlength: '5' }),
    field('b', 'long', { min: '1', max: '9007199254740993' }),
    field('c', 'date', { readonly: null }),
    field('d', 'boolean', { required: null }),
  )
  expect(unsupported).toEqual([])
  expect(listFields(runtime.data)[0]?.props).toMatchObject({ minLength: 2, maxLength: 5 })
  expect(listFields(runtime.data)[1]?.props).toMatchObject({ min: 1, max: '9007199254740993' })
  expect(runtime.rules).toMatchObject([{ node: 'f1', required: true }, {}, { node: 'f3', readOnly: true }, {}])
  expect(runtime.rules[3]).not.toHaveProperty('required')
})

test('constraints that cannot run are said', () => {
  const { unsupported } = formOf(
    field('a', 'string', { validator: 'com.example.Iban', min: '5' }),
    field('b', 'long', { max: 'many', minlength: '2' }),
    field('c', 'long', { min: '5', max: '4' }),
  )
  expect(unsupported.map(({ fieldId, message }) => `${fieldId}: ${message}`)).toEqual([
    'a: Expected a constraint without Java, but found the validator "com.example.Iban". It does not run.',
    'a: Expected a constraint that a field of type string can have, but found min="5". It does not run.',
    'b: Expected a constraint that a field of type long can have, but found max="many". It does not run.',
    'b: Expected a constraint that a field of type long can have, but found minlength="2". It does not run.',
    'c: Expected min up to max, but found 5 and 4. Neither is checked.',
  ])
})

test('help, placeholder and several lines may be asked for by properties', () => {
  const { runtime } = formOf(
    field('a', 'string', {}, { help: 'As on the invoice', placeholder: 'INV-1', multiline: 'true', toString: 'x' }),
    field('b', 'boolean', {}, { placeholder: 'x' }),
  )
  expect(listFields(runtime.data)[0]).toMatchObject({
    type: 'textarea',
    props: { help: 'As on the invoice', placeholder: 'INV-1' },
  })
  expect(listFields(runtime.data)[1]?.props).toEqual({ label: 'b' })
})

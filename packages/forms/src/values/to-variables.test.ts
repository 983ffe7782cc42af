import { expect, test } from 'vitest'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { listChangedValues } from './same-value.ts'
import { toVariables } from './to-variables.ts'

const upload = { id: 'u1', name: 'a.pdf', size: 5, type: 'application/pdf' }

test('submitted values become typed variables, fields that were not submitted none', () => {
  const form = buildForm([
    { type: 'text', key: 'speaker', variable: 'SpeakerName' },
    { type: 'date', key: 'day' },
    { type: 'text', key: 'left' },
    { type: 'file', key: 'doc' },
  ])
  expect(toVariables(form, { speaker: 'Ines', day: '2026-11-24', doc: [upload] }, buildContext(form))).toEqual({
    variables: [
      { name: 'SpeakerName', type: 'String', value: 'Ines' },
      { name: 'day', type: 'Date', value: '2026-11-23T23:00:00.000Z' },
      { name: 'doc_originalFileName', type: 'String', value: 'a.pdf' },
      { name: 'doc_fileContentType', type: 'String', value: 'application/pdf' },
    ],
    files: [{ name: 'doc', files: [upload] }],
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

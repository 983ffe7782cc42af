import { noExpressions, readValues } from '@millrace/forms'
import { expect, test } from 'vitest'
import { FormStore } from './form-store.ts'
import { compileForm, type NodeDraft } from './testing/compile-form.ts'

const context = {
  now: new Date('2026-11-24T11:00:00.000Z'),
  timeZone: 'UTC',
  userId: null,
  variables: {},
  expressions: noExpressions,
}

function createStore(nodes: readonly NodeDraft[], values: Record<string, unknown> = {}): FormStore {
  return new FormStore({ form: compileForm(nodes), values, context })
}

test('a field keeps its snapshot until something in it changes', () => {
  const store = createStore([
    { type: 'text', key: 'a' },
    { type: 'text', key: 'b' },
  ])
  const [a, b] = [store.getField('a'), store.getField('b')]
  store.setEntry('a', 'x')
  expect(store.getField('a')).not.toBe(a)
  expect(store.getField('b')).toBe(b)
  const again = store.getField('a')
  store.setEntry('a', 'x')
  expect(store.getField('a')).toBe(again)
})

test('listeners are told of changes, and no more after they left', () => {
  const store = createStore([{ type: 'text', key: 'a' }])
  let told = 0
  const leave = store.subscribe(() => {
    told += 1
  })
  store.setEntry('a', 'x')
  leave()
  store.setEntry('a', 'y')
  expect(told).toBe(1)
})

test('faults are shown after the field was left, not before', () => {
  const store = createStore([{ type: 'number', key: 'a' }])
  store.setEntry('a', 'ten')
  expect(store.getField('a').faults).toEqual([])
  store.leave('a')
  expect(store.getField('a').faults.map(({ code }) => code)).toEqual(['number.invalid'])
  store.setEntry('a', '10')
  expect(store.getField('a')).toMatchObject({ faults: [], value: 10 })
})

test('a busy field holds up the form', () => {
  const store = createStore([{ type: 'file', key: 'a' }])
  store.setBusy('a', true)
  expect(store.submit()).toEqual({ ok: false, problems: [{ field: 'a', code: 'file.uploading' }] })
  store.setBusy('a', false)
  expect(store.submit()).toEqual({ ok: true, values: { a: null } })
})

test('what the server found holds up nothing: it may judge anew', () => {
  const store = createStore([{ type: 'text', key: 'a' }], { a: 'x' })
  store.setServerProblems([
    { field: 'a', code: 'value.check' },
    { field: 'gone', code: 'value.check' },
  ])
  expect(store.getField('a').faults).toEqual([{ code: 'value.check' }])
  expect(store.submit().ok).toBe(true)
})

test('read-only and disabled fields are not submitted, but stay in the draft', () => {
  const nodes = [
    { type: 'text', key: 'a', readOnly: true },
    { type: 'text', key: 'b', enabled: false },
    { type: 'text', key: 'c' },
  ]
  const store = createStore(nodes, { a: '1', b: '2', c: '3' })
  expect(store.submit()).toEqual({ ok: true, values: { c: '3' } })
  expect(store.toDraft()).toEqual({ a: '1', b: '2', c: '3' })
})

test('a draft with what could not be read is read again as it was typed', () => {
  const nodes = [
    { type: 'number', key: 'a' },
    { type: 'number', key: 'b', integer: true },
  ]
  const store = createStore(nodes)
  store.setEntry('a', '1,2')
  store.setEntry('b', '9007199254740993')
  const draft = store.toDraft()
  expect(draft).toEqual({ a: '1,2', b: '9007199254740993' })
  expect(readValues(store.form, draft, context).problems.map(({ field }) => field)).toEqual(['a'])
})

test('inherited members of the values are not values', () => {
  expect(createStore([{ type: 'text', key: 'toString' }]).getField('toString').entry).toBeNull()
})

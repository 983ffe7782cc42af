import { type NodeInstance, noExpressions, prepareExpressions, readValues } from '@millrace/forms'
import { expect, test } from 'vitest'
import { FormStore } from './form-store.ts'
import type { NodeSnapshot } from './node-snapshot.ts'
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

function at(store: FormStore, path: string): NodeInstance {
  const found = store.findInstance(path)
  if (found === null) throw new Error(`Expected something at ${path}.`)
  return found
}

const look = (store: FormStore, path: string): NodeSnapshot => store.getSnapshot(at(store, path))

test('a field keeps its snapshot until something in it changes', () => {
  const store = createStore([
    { type: 'text', key: 'a' },
    { type: 'text', key: 'b' },
  ])
  const [a, b] = [look(store, 'a'), look(store, 'b')]
  store.setEntry(at(store, 'a'), 'x')
  expect(look(store, 'a')).not.toBe(a)
  expect(look(store, 'b')).toBe(b)
  const again = look(store, 'a')
  store.setEntry(at(store, 'a'), 'x')
  expect(look(store, 'a')).toBe(again)
})

test('listeners are notified of changes, and no more after they left', () => {
  const store = createStore([{ type: 'text', key: 'a' }])
  let notified = 0
  const leave = store.subscribe(at(store, 'a'), () => {
    notified += 1
  })
  store.setEntry(at(store, 'a'), 'x')
  leave()
  store.setEntry(at(store, 'a'), 'y')
  expect(notified).toBe(1)
})

test('errors are shown after the field was left, not before', () => {
  const store = createStore([{ type: 'number', key: 'a' }])
  store.setEntry(at(store, 'a'), 'ten')
  expect(look(store, 'a').faults).toEqual([])
  store.leave(at(store, 'a'))
  expect(look(store, 'a').faults.map(({ code }) => code)).toEqual(['number.invalid'])
  store.setEntry(at(store, 'a'), '10')
  expect(look(store, 'a')).toMatchObject({ faults: [], value: 10 })
})

test('a busy field holds up the form', () => {
  const store = createStore([{ type: 'file', key: 'a' }])
  store.setBusy(at(store, 'a'), true)
  expect(store.submit()).toEqual({ ok: false, problems: [{ field: 'a', code: 'file.uploading' }] })
  store.setBusy(at(store, 'a'), false)
  expect(store.submit()).toEqual({ ok: true, values: { a: null } })
})

test('what the server found holds up nothing: it may judge again', () => {
  const store = createStore([{ type: 'text', key: 'a' }], { a: 'x' })
  store.setServerProblems([
    { field: 'a', code: 'value.check' },
    { field: 'gone', code: 'value.check' },
  ])
  expect(look(store, 'a').faults).toEqual([{ code: 'value.check' }])
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
  store.setEntry(at(store, 'a'), '1,2')
  store.setEntry(at(store, 'b'), '9007199254740993')
  const draft = store.toDraft()
  expect(draft).toEqual({ a: '1,2', b: '9007199254740993' })
  expect(readValues(store.form, draft, context).problems.map(({ field }) => field)).toEqual(['a'])
})

test('a form that opens from a draft knows its rows by their numbers, wherever they stand', () => {
  const list = {
    type: 'repeater',
    key: 'rows',
    children: [
      { type: 'text', key: 'fixed', readOnly: true },
      { type: 'text', key: 'note' },
    ],
  }
  const draft = { rows: [{ note: 'new' }, { $row: 1, fixed: 'b', note: 'x' }, { $row: 0, fixed: 'a' }] }
  const store = createStore([list], draft)
  store.setEntry(at(store, 'rows[2].note'), 'y')
  expect(store.submit()).toEqual({
    ok: true,
    values: { rows: [{ note: 'new' }, { $row: 1, note: 'x' }, { $row: 0, note: 'y' }] },
  })
})

test('what the server would refuse is refused before it is sent', async () => {
  const { formFeel } = await import('@millrace/forms/feel')
  const nodes = [
    { type: 'text', key: 'lock' },
    { type: 'number', key: 'a', enabled: '=lock = null' },
    { type: 'text', key: 'b', enabled: '=a = 5' },
  ]
  const form = compileForm(nodes, formFeel)
  const store = new FormStore({
    form,
    values: {},
    context: { ...context, expressions: prepareExpressions(form, formFeel) },
  })
  store.setEntry(at(store, 'a'), '5')
  store.setEntry(at(store, 'b'), 'x')
  store.setEntry(at(store, 'lock'), 'x')
  // The server does not get to know of 5, so for it b is greyed.
  expect(store.submit()).toEqual({ ok: false, problems: [{ field: 'b', code: 'value.not-writable' }] })
  expect(look(store, 'b').faults).toEqual([{ code: 'value.not-writable' }])
  store.setEntry(at(store, 'b'), '')
  expect(store.submit()).toEqual({ ok: true, values: { lock: 'x', b: null } })
})

test('inherited members of the values are not values', () => {
  expect(look(createStore([{ type: 'text', key: 'toString' }]), 'toString').entry).toBeNull()
})

test('an option that the field no longer has is shown and stays, unless the user changes the field', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }))
  const store = createStore([{ type: 'check-list', key: 'a', options }], { a: ['a', 'zz'] })
  const field = at(store, 'a')
  store.leave(field)
  expect(look(store, 'a').faults.map(({ code }) => code)).toEqual(['choice.unknown'])
  expect(store.showFaultsIn(field)).toEqual([])
  expect(store.submit()).toEqual({ ok: true, values: { a: ['a', 'zz'] } })
  store.setEntry(field, ['zz', 'b'])
  expect(store.submit()).toMatchObject({ ok: false })
  store.leave(field)
  expect(store.submit()).toEqual({ ok: true, values: { a: ['b'] } })
})

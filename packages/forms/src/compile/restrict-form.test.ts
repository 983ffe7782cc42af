import { expect, test } from 'vitest'
import { Filling } from '../filling/filling.ts'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { readSubmission } from '../values/read-submission.ts'
import { listMentioned, restrictForm, withoutValues } from './restrict-form.ts'

const form = buildForm([
  { type: 'text', id: 'a', key: 'supplier' },
  {
    type: 'section',
    id: 's',
    label: 'Prices',
    visibleFor: ['finance', 'RoleAdmin'],
    children: [{ type: 'number', id: 'b', key: 'price', required: '=supplier = "x"', defaultValue: '=supplier' }],
  },
  { type: 'text', id: 'c', key: 'note', enabledFor: ['finance'], requiredFor: ['finance'] },
  {
    type: 'repeater',
    id: 'l',
    key: 'items',
    children: [
      { type: 'text', id: 'm', key: 'name' },
      { type: 'number', id: 'n', key: 'cost', visibleFor: ['finance'] },
    ],
  },
])

const fillAs = (names: readonly string[], values = {}) => {
  const restricted = restrictForm(form, names)
  return new Filling({ form: restricted.form, values, context: buildContext(restricted.form) })
}
const stateOf = (names: readonly string[], key: string) => fillAs(names).findInstance([key])?.state

test('a form that is for all is the same object for everybody', () => {
  const plain = buildForm([{ type: 'text', key: 'a' }])
  expect(restrictForm(plain, ['finance'])).toEqual({ form: plain, hidden: new Set() })
  expect(restrictForm(plain, []).form).toBe(plain)
})

test('it is the same object again for a user who has the same of the names in it', () => {
  expect(restrictForm(form, ['finance', 'RoleUser']).form).toBe(restrictForm(form, ['finance']).form)
  expect(restrictForm(form, ['RoleUser']).form).not.toBe(restrictForm(form, ['finance']).form)
  expect(listMentioned(form)).toEqual(['finance', 'RoleAdmin'])
})

test('what is for others is hidden with all inside, read only, and not required', () => {
  expect([...restrictForm(form, ['RoleUser']).hidden]).toEqual(['s', 'b', 'n'])
  expect(stateOf(['RoleUser'], 'price')).toMatchObject({ visible: false })
  expect(stateOf(['RoleUser'], 'note')).toMatchObject({ visible: true, readOnly: true, required: false })
  expect(stateOf(['finance'], 'price')).toMatchObject({ visible: true })
  expect(stateOf(['RoleAdmin'], 'price')).toMatchObject({ visible: true })
  expect(stateOf(['finance'], 'note')).toMatchObject({ readOnly: false, required: true })
})

test('nothing is left of the rules of what is hidden', () => {
  const { form: own } = restrictForm(form, [])
  expect(own.rules.find(({ node }) => node === 'b')).toEqual({ node: 'b', parent: 's', visible: false })
  expect(own.defaults).toEqual([])
  expect(JSON.stringify(own)).not.toContain('finance')
})

test('the values of what is hidden are left out, in rows too', () => {
  const values = { supplier: 'x', price: 4, items: [{ name: 'n', cost: 5 }], other: 1 }
  const { form: own, hidden } = restrictForm(form, [])
  expect(JSON.parse(JSON.stringify(withoutValues(own.data, values, hidden)))).toEqual({
    supplier: 'x',
    items: [{ name: 'n' }],
    other: 1,
  })
  expect(withoutValues(own.data, values, new Set())).toBe(values)
})

test('rows that differ in what is hidden are not wrong for who sees them alike', () => {
  const items = [
    { name: 'n', cost: 5 },
    { name: 'n', cost: 6 },
  ]
  const problemsAs = (names: readonly string[], rows: readonly object[]) => {
    const { form: own, hidden } = restrictForm(form, names)
    return fillAs(names, withoutValues(own.data, { items: rows } as never, hidden))
      .listProblems()
      .map(({ code }) => code)
  }
  expect(problemsAs(['RoleUser'], items)).not.toContain('list.duplicate')
  expect(problemsAs(['finance'], items)).not.toContain('list.duplicate')
  expect(problemsAs(['finance'], [items[0] ?? {}, items[0] ?? {}])).toContain('list.duplicate')
})

test('what is sent of it by hand is not written, and what was there stays', () => {
  const { form: own } = restrictForm(form, ['RoleUser'])
  const context = buildContext(own)
  const current = { supplier: 'x', price: 4, note: null, items: [{ '@row': 0, name: 'n', cost: 5 }] }
  const sent = { supplier: 'y', price: 9 }
  const read = readSubmission(own, sent, { current, context })
  expect(read).toMatchObject({ ok: true, values: { supplier: 'y' } })
  expect(read.ok && Object.hasOwn(read.values, 'price')).toBe(false)
  expect(readSubmission(own, { note: 'mine' }, { current, context })).toMatchObject({
    ok: false,
    problems: [{ field: 'note', code: 'value.not-writable' }],
  })
})

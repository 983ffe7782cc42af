import { expect, it } from 'vitest'
import { buildForm, type NodeDraft } from '../testing/build-form.ts'
import { carryOver, isNothing } from './carry-over.ts'

const text = (key: string, more: object = {}): NodeDraft => ({ type: 'text', key, ...more })
const carry = (now: readonly NodeDraft[], before: readonly NodeDraft[], values: Record<string, unknown>) =>
  carryOver(buildForm(now), { document: buildForm(before), values })

it('takes over what was entered, with new rows in lists', () => {
  const form = [
    text('city'),
    { type: 'repeater', key: 'lines', children: [text('what'), { type: 'number', key: 'price' }] },
    { type: 'panel', key: 'place', children: [text('street')] },
  ]
  const values = { city: 'Basel', lines: [{ $row: 0, what: 'Paper', price: 7 }], place: { street: 'Rheingasse' } }
  expect(carry(form, form, values)).toEqual({
    city: 'Basel',
    lines: [{ what: 'Paper', price: 7 }],
    place: { street: 'Rheingasse' },
  })
})

it('leaves behind files, secrets, what is computed, and what may be read only', () => {
  const form = [
    { type: 'file', key: 'papers' },
    { type: 'password', key: 'pin' },
    { type: 'number', key: 'sum', computed: '=1' },
    text('number', { readOnly: true }),
    text('answer', { enabled: false }),
    { type: 'repeater', key: 'lines', children: [text('what'), { type: 'file', key: 'paper' }] },
  ]
  const file = { id: 'f', name: 'a.pdf', size: 1, mediaType: 'application/pdf' }
  const values = {
    ...{ papers: [file], pin: '1234', sum: 1, number: 'A 7', answer: 'yes' },
    lines: [{ what: 'Paper', paper: [file] }],
  }
  expect(carry(form, form, values)).toEqual({ lines: [{ what: 'Paper' }] })
})

it('leaves behind what the form of today does not have, or has otherwise, and what is empty', () => {
  const before = [text('city'), text('amount'), text('gone'), text('note')]
  const now = [text('city'), { type: 'number', key: 'amount' }, text('new'), text('note')]
  expect(carry(now, before, { city: 'Bern', amount: '7', gone: 'x', note: '' })).toEqual({ city: 'Bern' })
  expect(carry(now, before, JSON.parse('{"__proto__": {"city": "x"}}'))).toEqual({})
})

it.each([[null], [''], [false], [[]], [[{ a: null }]], [{ a: { b: '' } }], [undefined]])('%j is nothing', (value) => {
  expect(isNothing(value)).toBe(true)
})

it.each([[0], ['x'], [true], [[{ a: 1 }]], [{ a: { b: 0 } }]])('%j is something', (value) => {
  expect(isNothing(value)).toBe(false)
})

import { expect, it } from 'vitest'
import { emptyDraft, isComplete, keyFor } from './property-draft.ts'

it.each([
  ['Order limit', 'orderLimit'],
  ['Größe des Lagers', 'groeDesLagers'],
  ['2nd-shop', '_2ndShop'],
  ['', ''],
])('calls “%s” %s in expressions', (name, key) => {
  expect(keyFor(name)).toBe(key)
})

it('needs key, name and, but for a text or a known secret, a value', () => {
  const draft = { ...emptyDraft, key: 'a', name: 'A' }
  expect(isComplete(draft, false)).toBe(true)
  expect(isComplete({ ...draft, key: 'a b' }, false)).toBe(false)
  expect(isComplete({ ...draft, name: ' ' }, false)).toBe(false)
  expect(isComplete({ ...draft, type: 'number' }, false)).toBe(false)
  expect(isComplete({ ...draft, isSecret: true }, false)).toBe(false)
  expect(isComplete({ ...draft, isSecret: true }, true)).toBe(true)
})

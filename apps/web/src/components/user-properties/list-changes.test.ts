import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'

const saved = [
  { key: 'city', value: 'Lisbon' },
  { key: 'size', value: '' },
]

it.each([
  ['a new value', { size: '12' }, { size: '12' }],
  ['a removed value', { city: '' }, { city: '' }],
  ['nothing that was typed and taken back, whatever the spaces', { city: ' Lisbon ', size: '  ' }, {}],
  ['nothing of a property that is gone', { other: 'x' }, {}],
])('sends %s', (_, typed, changes) => {
  expect(listChanges(saved, typed)).toEqual(changes)
})

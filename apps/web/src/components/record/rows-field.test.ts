import { expect, it } from 'vitest'
import { listRowDifferences, mergeRows, type RowsField } from './rows-field.ts'

interface Row {
  readonly key: string
  readonly value: string
  readonly isKnown: boolean
}

const field: RowsField<Row> = {
  keyOf: ({ key }) => key.toLowerCase(),
  nameOf: ({ key }) => `Value in ${key}`,
  textOf: ({ value }) => value,
  rebase: (own, theirs) => ({ ...own, isKnown: theirs !== undefined }),
}
const known = (values: Readonly<Record<string, string>>): Row[] =>
  Object.entries(values).map(([key, value]) => ({ key, value, isKnown: true }))
const before = known({ live: '1', test: '2' })

it.each<[string, Row[], Row[], Row[]]>([
  [
    'takes rows that others have added',
    before,
    known({ dev: '3', live: '1', test: '2' }),
    known({ live: '1', test: '2', dev: '3' }),
  ],
  ['takes values that others have changed', before, known({ live: '9', test: '2' }), known({ live: '9', test: '2' })],
  [
    'keeps values that the user has changed',
    known({ live: '5', test: '2' }),
    known({ live: '9', test: '8' }),
    known({ live: '5', test: '8' }),
  ],
  ['leaves out rows that others have removed', before, known({ test: '2' }), known({ test: '2' })],
  [
    'leaves out rows that the user has removed',
    known({ test: '2' }),
    known({ live: '9', test: '2' }),
    known({ test: '2' }),
  ],
])('%s', (_, mine, after, expected) => {
  expect(mergeRows(field, { mine, before, after })).toEqual(expected)
})

it('keeps new rows of the user, also without a key, and knows which ones others have saved', () => {
  const added = [
    { key: 'Dev', value: 'mine', isKnown: false },
    { key: '', value: '', isKnown: false },
    { key: '', value: 'x', isKnown: false },
  ]
  const changed = { key: 'live', value: '5', isKnown: true }
  const mine = [changed, ...before.slice(1), ...added]
  expect(mergeRows(field, { mine, before, after: known({ test: '2', dev: 'theirs' }) })).toEqual([
    { ...changed, isKnown: false },
    before[1],
    { key: 'Dev', value: 'mine', isKnown: true },
    ...added.slice(1),
  ])
})

it('lists rows that were added, changed and removed', () => {
  expect(listRowDifferences(field, { before, after: known({ live: '9', dev: '3' }) })).toEqual([
    { name: 'Value in live', from: '1', to: '9' },
    { name: 'Value in test', from: '2', to: null },
    { name: 'Value in dev', from: null, to: '3' },
  ])
  expect(listRowDifferences(field, { before, after: before })).toEqual([])
})

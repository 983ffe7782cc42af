import { expect, it } from 'vitest'
import { chooseKey, emptyDraft, isComplete, moveColumn, renameColumn } from './list-draft.ts'

const column = { key: 'a', name: 'A', type: 'text', isRequired: false, isKey: false } as const

it('a key follows its name until it is another, or is known', () => {
  expect(renameColumn({ ...column, name: '', key: '' }, 'City', false)).toMatchObject({ name: 'City', key: 'city' })
  expect(renameColumn({ ...column, name: 'City', key: 'town' }, 'Place', false)).toMatchObject({ key: 'town' })
  expect(renameColumn({ ...column, name: 'City', key: 'city' }, 'Place', true)).toMatchObject({ key: 'city' })
})

it('one column is the key, or none', () => {
  const columns = [
    { ...column, isKey: true },
    { ...column, key: 'b' },
  ]
  expect(chooseKey(columns, 1, true).map(({ isKey }) => isKey)).toEqual([false, true])
  expect(chooseKey(columns, 0, false).map(({ isKey }) => isKey)).toEqual([false, false])
})

it('columns move by one', () => {
  const columns = ['a', 'b', 'c'].map((key) => ({ ...column, key }))
  expect(moveColumn(columns, 2, -1).map(({ key }) => key)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(columns, 0, 1).map(({ key }) => key)).toEqual(['b', 'a', 'c'])
})

it('is complete with a name, a key and columns that have both', () => {
  expect(isComplete(emptyDraft)).toBe(false)
  expect(isComplete({ name: 'A', key: 'a', description: '', columns: [column] })).toBe(true)
  expect(isComplete({ name: 'A', key: 'a', description: '', columns: [] })).toBe(false)
})

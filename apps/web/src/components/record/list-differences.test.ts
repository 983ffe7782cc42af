import { expect, it } from 'vitest'
import type { Translate } from '../../lib/i18n.ts'
import { listDifferences } from './list-differences.ts'

const t = ((key: string) => key) as unknown as Translate
const before = {
  ...{ name: 'Sales', parent: null, manager: null, groups: [{ id: '1', name: 'One' }], isOpen: false, rules: [{}] },
}
const list = (changes: object) =>
  listDifferences(t, {
    before: before as object,
    after: { ...before, ...changes },
    pick: (item) => item,
    nameField: (field) => (field === 'rules' || field === 'html' ? null : field.toUpperCase()),
  })

it('has a line for each named field, with names instead of ids', () => {
  const parent = { id: '7', name: 'Company' }
  const manager = { username: 'ann', displayName: 'Ann Lee' }
  const groups = [...before.groups, { id: '2', name: 'Two' }]
  expect(list({ name: 'Trade', parent, manager, groups, isOpen: true })).toEqual([
    'NAME: Sales → Trade',
    'PARENT: – → Company',
    'MANAGER: – → Ann Lee',
    'GROUPS: One → One, Two',
    'ISOPEN: common.no → common.yes',
  ])
  expect(list({})).toEqual([])
})

it('says that other fields have changed when their values have no text', () => {
  expect(list({ rules: [{ kind: 'process' }], html: '<p>' })).toEqual(['record.otherFields'])
  expect(list({ groups: [{ id: '3' }] })).toEqual(['record.otherFields'])
  const [line] = list({ name: '😀'.repeat(500) })
  expect(line?.endsWith(`${'😀'.repeat(100)}…`)).toBe(true)
})

import { patterns } from '@millrace/contract'
import { expect, it } from 'vitest'
import { nameIn } from './connection-draft.ts'

it.each([
  ['Orders', 'test', 'Orders test'],
  ['Orders', 'test_2.eu - west', 'Orders test 2 eu - west'],
  ['Orders', '', 'Orders'],
  ['x'.repeat(45), 'acceptance', `${'x'.repeat(45)} acce`],
])('%s in %s has a name that a connection can have', (name, environment, expected) => {
  expect(nameIn(name, environment)).toBe(expected)
  expect(expected).toMatch(patterns.name.regex)
})

import { modellerTexts } from '@millrace/contract/modeller-texts'
import { expect, test } from 'vitest'
import { findItems } from './find-items.ts'
import { listItems } from './items.ts'

const { items } = modellerTexts.modeller.palette

test.each([
  ['http', 'restTask'],
  ['email', 'mailTask'],
  ['timer', 'timerCatch'],
  ['boundary', 'timerCatch'],
  ['rule', 'ruleTask'],
  ['xor', 'exclusiveGateway'],
  ['dmn table', 'ruleTask'],
  ['Éxclusive', 'exclusiveGateway'],
  ['lane', 'participant'],
])('“%s” finds %s', (search, key) => {
  expect(findItems(listItems('millrace'), search, (one) => items[one]).map((item) => item.key)).toContain(key)
})

test('what is nothing finds nothing', () => {
  expect(findItems(listItems('millrace'), 'xyzzy', (one) => items[one])).toEqual([])
  expect(findItems(listItems('millrace'), 'http xor', (one) => items[one])).toEqual([])
})

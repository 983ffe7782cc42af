import { expect, it } from 'vitest'
import { toCellText } from './cell-text.ts'

it.each([
  ['string', 'Gold', '"Gold"'],
  ['string', ' New York ', '"New York"'],
  ['string', '"Gold", "Silver"', '"Gold", "Silver"'],
  ['string', 'not("Gold")', 'not("Gold")'],
  ['string', '12', '"12"'],
  ['string', 'say "hi"', '"say \\"hi\\""'],
  ['string', '-', ''],
  ['string', '', ''],
  ['number', '12.5', '12.5'],
  ['integer', '> 5', '> 5'],
  ['double', '[1..5]', '[1..5]'],
  ['boolean', 'TRUE', 'true'],
  ['date', '2026-12-31', 'date("2026-12-31")'],
  ['date', '1/2/2027', 'date("2027-02-01")'],
  ['date', '> date("2026-01-01")', '> date("2026-01-01")'],
  [null, 'Gold', '"Gold"'],
  [null, '-3', '-3'],
  [null, '>= 3', '>= 3'],
])('a column of type %s takes “%s” as %s', (typeRef, pasted, written) => {
  expect(toCellText(pasted, { isInput: true, typeRef })).toBe(written)
})

it('a dash is a text of an output', () => {
  expect(toCellText('-', { isInput: false, typeRef: 'string' })).toBe('"-"')
})

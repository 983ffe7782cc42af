import { describe, expect, it } from 'vitest'
import { canPass, type TestedKind } from './can-pass.ts'

const cases: readonly (readonly [tests: readonly string[], kind: TestedKind, answer: boolean | null])[] = [
  [['< 5 and > 10'], 'number', false],
  [['? < 5 and ? > 10'], 'number', false],
  [['< 5', '> 10'], 'number', false],
  [['> 5', '< 10'], 'number', true],
  [['> 5', '< 6'], 'number', true],
  [['< 5, > 10'], 'number', true],
  [['[10..5]'], 'number', false],
  [['(5..5)'], 'number', false],
  [['[5..5]'], 'number', true],
  [['(5..6)'], 'number', true],
  [['[-10..-5]'], null, true],
  [['not([10..5])'], 'number', true],
  [['not(< 5, >= 5)'], 'number', false],
  [['between 10 and 5'], 'number', null],
  [['? between 10 and 5'], 'number', false],
  [['"red"'], 'number', false],
  [['5'], 'string', false],
  [['"yes"'], 'boolean', false],
  [['true'], 'boolean', true],
  [['"amber"', '"red", "green"'], 'string', false],
  [['"red"', '"red", "green"'], 'string', true],
  [['not("red", "green")', '"red", "green"'], 'string', false],
  [['not("red")', '"red", "green"'], 'string', true],
  [['? in ("blue", "black")', '"red", "green"'], 'string', false],
  [['> "b" and < "a"'], 'string', false],
  [['> "a" and < "b"'], 'string', true],
  [['[date("2026-02-01")..date("2026-01-01")]'], null, false],
  [['[date("2026-01-01")..date("2026-02-01")]'], null, true],
  [['< @"2026-01-01"', '> @"2026-01-05"'], null, false],
  [['[duration("P2D")..duration("P1D")]'], null, false],
  [['-'], 'number', true],
  [[''], 'string', true],
  [['null'], 'string', true],
  // Nobody knows what they are about.
  [['limit'], 'number', null],
  [['> limit and < 5'], 'number', null],
  [['starts with(?, "a")'], 'string', null],
  [['< 5 and'], 'number', null],
]

describe('whether there is a value that passes', () => {
  it.each(cases)('%j, of the kind %s: %s', (tests, kind, answer) => {
    expect(canPass(tests, kind)).toBe(answer)
  })

  it('is not reported of tests with more constants than are worth a look', () => {
    expect(canPass([Array.from({ length: 1_000 }, (_, at) => String(at)).join(', ')], 'number')).toBeNull()
    expect(canPass([`${'1 + '.repeat(300)}1`], 'number')).toBe(true)
  })
})

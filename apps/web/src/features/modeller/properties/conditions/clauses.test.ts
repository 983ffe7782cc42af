// @vitest-environment node
import { compile } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { type Clause, type Clauses, operators, readClauses, writeClauses } from './clauses.ts'

const clause = (more: Partial<Clause>): Clause => ({ name: 'amount', operator: '=', value: '', kind: 'text', ...more })

describe('the lines of a condition', () => {
  it.each([
    ['= amount > 100', { join: 'and', clauses: [clause({ operator: '>', value: '100', kind: 'number' })] }],
    ['${amount == 100}', { join: 'and', clauses: [clause({ value: '100', kind: 'number' })] }],
    [
      '= means = "train" or isUrgent = true',
      {
        join: 'or',
        clauses: [clause({ name: 'means', value: 'train' }), clause({ name: 'isUrgent', value: 'true', kind: 'flag' })],
      },
    ],
    [
      "#{address.city != 'Rome' && who != null}",
      {
        join: 'and',
        clauses: [
          clause({ name: 'address.city', operator: '!=', value: 'Rome' }),
          clause({ name: 'who', operator: 'isSet' }),
        ],
      },
    ],
    [
      '= contains(note, "say \\"no\\"")',
      { join: 'and', clauses: [clause({ name: 'note', operator: 'contains', value: 'say "no"' })] },
    ],
  ] as const)('are read from %s', (text, expected) => {
    expect(readClauses(text)).toMatchObject(expected)
  })

  it.each([
    '',
    'amount > 100',
    '= amount + 1 > 100',
    '= a = 1 and b = 2 or c = 3',
    '= (a = 1)',
    '= not(a)',
    '= a == 1',
    '${a = 1}',
    '${a == 1} and ${b == 2}',
    '= a > 1 and',
    '= 1 > a',
    '= a > 12x',
    '= for x in y return x',
  ])('are not read from more than that: %s', (text) => {
    expect(readClauses(text)).toBeNull()
  })

  it('are written so that they are read again, and can be compiled, in both languages', () => {
    const values = [
      { value: '100', kind: 'number' },
      { value: 'true', kind: 'flag' },
      { value: `it's "so" \\ here`, kind: 'text' },
      { value: 'not a number', kind: 'number' },
    ] as const
    for (const language of ['feel', 'uel'] as const)
      for (const operator of operators)
        for (const value of values) {
          const said: Clauses = { join: 'or', clauses: [clause({ operator, ...value }), clause({ name: 'other.one' })] }
          const text = writeClauses(said, language)
          expect(compile(language, text), text).toMatchObject({ ok: true })
          const read = readClauses(text)
          expect(read, text).not.toBeNull()
          expect(writeClauses(read ?? said, language)).toBe(text)
        }
  })
})

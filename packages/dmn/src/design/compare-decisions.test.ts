import { describe, expect, it } from 'vitest'
import { compareDecisions } from './compare-decisions.ts'

const rule = (test: string, output: string) =>
  `<rule><inputEntry><text>${test}</text></inputEntry><outputEntry><text>${output}</text></outputEntry></rule>`
const table = (id: string, rules: string, policy = 'FIRST') =>
  `<decision id="${id}" name="Who approves"><decisionTable hitPolicy="${policy}"><input label="Amount"><inputExpression typeRef="number"><text>amount</text></inputExpression></input><output name="approver" typeRef="string"/>${rules}</decisionTable></decision>`
const file = (...decisions: readonly string[]) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n">${decisions.join('')}</definitions>`

const small = rule('&lt;= 100', '"nobody"')
const large = rule('&gt; 100', '"manager"')

describe('two versions of a DMN file', () => {
  it('that say the same have no differences, regardless of the ids of their rules', () => {
    const named = small.replace('<rule>', '<rule id="r1">')
    expect(compareDecisions(file(table('a', small)), file(table('a', named)))).toEqual({ ok: true, differences: [] })
  })

  it('are reported by the rules that no longer exist and new', () => {
    const answer = compareDecisions(
      file(table('a', small + large)),
      file(table('a', small + rule('&gt; 200', '"boss"'))),
    )
    expect(answer).toEqual({
      ok: true,
      differences: [
        {
          id: 'a',
          name: 'Who approves',
          kind: 'changed',
          before: ['> 100 → "manager"'],
          after: ['> 200 → "boss"'],
          isReordered: false,
        },
      ],
    })
  })

  it('are reported by the hit policy, the order of rules, and a rule that is there twice', () => {
    const differencesOf = (before: string, after: string) => {
      const answer = compareDecisions(file(before), file(after))
      return answer.ok ? answer.differences.map(({ before, after, isReordered }) => [before, after, isReordered]) : null
    }
    expect(differencesOf(table('a', small), table('a', small, 'UNIQUE'))).toEqual([
      [
        ['FIRST: Amount (amount, number) → approver (string)'],
        ['UNIQUE: Amount (amount, number) → approver (string)'],
        false,
      ],
    ])
    expect(differencesOf(table('a', small + large), table('a', large + small))).toEqual([[[], [], true]])
    expect(differencesOf(table('a', small), table('a', small + small))).toEqual([[[], ['<= 100 → "nobody"'], false]])
  })

  it('are reported by decisions that are new or gone, and by other expressions', () => {
    const literal = (text: string) =>
      `<decision id="b" name="Sum"><literalExpression><text>${text}</text></literalExpression></decision>`
    const answer = compareDecisions(
      file(table('a', small), literal('1 + 1')),
      file(literal('1 + 2'), table('c', small)),
    )
    expect(answer.ok && answer.differences.map(({ id, kind }) => [id, kind])).toEqual([
      ['b', 'changed'],
      ['c', 'added'],
      ['a', 'removed'],
    ])
  })

  it('of which one cannot be read are not compared', () => {
    expect(compareDecisions(file(), '<nothing')).toEqual({ ok: false })
  })
})

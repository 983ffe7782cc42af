import { describe, expect, it } from 'vitest'
import { checkDmn } from './check-dmn.ts'
import {
  decision,
  definitions,
  input,
  literal,
  parseOk,
  requireDecision,
  requireInput,
  requireKnowledge,
  run,
  table,
} from './test-dmn.ts'

const check = (body: string, mode: 'standard' | 'camunda' = 'standard') =>
  checkDmn(parseOk(definitions(body)), { mode })

describe('checkDmn', () => {
  it('has nothing to say about a sound model', () => {
    const rules = [['> 5', '"big"']]
    const body =
      input('x', 'number') +
      decision('d', table({ inputs: ['x'], outputs: ['o'], rules }), { requires: requireInput('x') })
    expect(check(body)).toEqual([])
    expect(check(body, 'camunda')).toEqual([])
  })

  it('reports every expression that cannot be compiled, with the cell and the place in its text', () => {
    const rules = [
      ['> ', '1 +'],
      ['5', '"fine"'],
    ]
    const problems = check(decision('d', table({ inputs: ['if x'], outputs: ['o'], rules })))
    expect(problems.map(({ elementId, from }) => [elementId, from])).toEqual([
      ['table', 4],
      ['cell1_1', 1],
      ['cell1_2', 3],
    ])
    expect(problems[1]?.message).toBe('Expected a value, but the expression ends there.')
  })

  it('reports references that lead nowhere, once each', () => {
    const body = decision('d', literal('1'), { requires: requireInput('gone') + requireDecision('away') })
    expect(check(body).map((problem) => problem.message)).toEqual([
      'Expected “in_gone” to be an element of the model or of an imported one, but there is none. It counts as null.',
      'Expected “away” to be an element of the model or of an imported one, but there is none. It counts as null.',
    ])
  })

  it('reports circles, unknown types and missing imports', () => {
    const body = `
      <import name="lib" namespace="urn:gone" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
      <itemDefinition id="item" name="Item"><typeRef>Nothing</typeRef></itemDefinition>
      <itemDefinition id="bad" name="Bad"><typeRef>string</typeRef><allowedValues><text>1 +</text></allowedValues></itemDefinition>
      ${decision('a', literal('b'), { requires: requireDecision('b'), typeRef: 'Unknown' })}
      ${decision('b', literal('a'), { requires: requireDecision('a') })}
`
    const messages = check(body).map((problem) => `${problem.elementId}: ${problem.message}`)
    expect(messages).toEqual(
      expect.arrayContaining([
        'graph: Expected a model of the namespace “urn:gone” for the import “lib”, but there is none.',
        'item: Expected Item to be of a known type, but “Nothing” is none.',
        'bad: Expected a value beside the operator, but the expression ends there.',
        'a: Expected the name of a type, but “Unknown” is none.',
        'a: Expected decisions not to require each other in a circle, but “a” requires itself.',
      ]),
    )
  })

  it.each([
    ['a decision without logic', '<decision id="hole" name="hole"/>', 'to have logic'],
    ['a function without logic', '<businessKnowledgeModel id="hole" name="hole"/>', 'to have logic'],
    ['a service without outputs', '<decisionService id="hole" name="hole"/>', 'to have an output decision'],
    [
      'a table without outputs',
      '<decision id="t" name="t"><decisionTable id="hole"><rule id="r"/></decisionTable></decision>',
      'to have an output',
    ],
    [
      'a requirement of nothing',
      decision('hole', literal('1'), { requires: requireKnowledge('away') }),
      'of the model',
    ],
  ])('warns of %s, and evaluates the rest', (_, hole, message) => {
    const body = hole + decision('other', literal('1 + 1'))
    for (const mode of ['standard', 'camunda'] as const) {
      expect(check(body, mode)).toEqual([
        { message: expect.stringContaining(message), elementId: 'hole', line: null, column: null, isWarning: true },
      ])
      expect(run(body, 'other', { mode })).toMatchObject({ ok: true, result: [{ other: 2 }] })
    }
  })

  it('has nothing to say about a table without rules', () => {
    const body = decision('d', table({ inputs: ['x'], outputs: ['o'], rules: [] }))
    expect(check(body, 'camunda')).toEqual([])
    expect(run(body, 'd', { mode: 'camunda' })).toMatchObject({ ok: true, result: [] })
  })

  it('reports expressions in languages that nobody lends', () => {
    const body = decision(
      'd',
      '<literalExpression id="l" expressionLanguage="groovy"><text>x</text></literalExpression>',
    )
    expect(check(body, 'camunda')).toMatchObject([
      { elementId: 'l', message: 'Expected an expression in FEEL, but it is in groovy, which cannot be run here.' },
    ])
  })
})

import { compileUel } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { checkDmn } from '../check-dmn.ts'
import type { CompileForeign } from '../compile/compiler.ts'
import {
  decision,
  definitions,
  literal,
  parseOk,
  requireDecision,
  resultsOf,
  run,
  type TableParts,
  table,
} from '../test-dmn.ts'

const whole = (parts: Partial<TableParts>) =>
  decision('d', table({ inputs: ['x'], outputs: ['o'], rules: [], ...parts }))
const results = (parts: Partial<TableParts>, context: Readonly<Record<string, unknown>>) =>
  resultsOf(whole(parts), 'd', context)

const overlapping = [
  ['< 10', '"small"'],
  ['> 5', '"big"'],
]

describe('a decision in mode camunda', () => {
  it('gives one map for each rule, and none when no rule matches or a variable is missing', () => {
    expect(results({ rules: overlapping }, { x: 1 })).toEqual([{ o: 'small' }])
    expect(results({ hitPolicy: 'COLLECT', rules: overlapping }, { x: 6 })).toEqual([{ o: 'small' }, { o: 'big' }])
    expect(results({ rules: [['1', '2']] }, { x: 3 })).toEqual([])
    expect(results({ rules: overlapping }, {})).toEqual([])
  })

  it('leaves out empty output cells, and gives unnamed outputs an empty name', () => {
    expect(results({ outputs: ['a', 'b'], rules: [['-', '1', '']] }, { x: 1 })).toEqual([{ a: 1 }])
    expect(results({ rules: [['-', '']] }, { x: 1 })).toEqual([{}])
    expect(results({ outputs: [{ attributes: '' }], rules: [['-', '1']] }, { x: 1 })).toEqual([{ '': 1 }])
  })

  it('fails with the rules when UNIQUE or ANY is violated', () => {
    expect(run(whole({ rules: overlapping }), 'd', { mode: 'camunda', context: { x: 6 } })).toMatchObject({
      ok: false,
      problem: {
        message: 'Expected only one rule to match by the hit policy UNIQUE, but these did: rule1, rule2.',
        elementId: 'table',
      },
    })
    expect(
      run(whole({ hitPolicy: 'ANY', rules: overlapping }), 'd', { mode: 'camunda', context: { x: 6 } }),
    ).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('to have the same output') },
    })
    expect(
      results(
        {
          hitPolicy: 'ANY',
          rules: [
            ['1', '2'],
            ['-', '2'],
          ],
        },
        { x: 1 },
      ),
    ).toEqual([{ o: 2 }])
  })

  it.each([
    ['SUM', 30.5, []],
    ['COUNT', 2, [{ o: 0 }]],
    ['MIN', 10, []],
    ['MAX', 20.5, []],
  ])('aggregates by %s to one result, or none of no rule', (aggregation, expected, ofNone) => {
    const parts = {
      hitPolicy: 'COLLECT',
      aggregation,
      rules: [
        ['> 1', '20.5'],
        ['> 2', '10'],
        ['> 3', ''],
      ],
    }
    expect(results(parts, { x: 4 })).toEqual([{ o: expected }])
    expect(results(parts, { x: 0 })).toEqual(ofNone)
    // Rules without an output have nothing to aggregate.
    const empty = {
      ...parts,
      rules: [
        ['-', ''],
        ['> 2', ''],
      ],
    }
    expect(results(empty, { x: 4 })).toEqual(aggregation === 'COUNT' ? ofNone : [{}, {}])
  })

  it.each([
    ['SUM', '"a"'],
    ['SUM', 'duration("PT1H")'],
    ['MIN', '@"2026-01-01"'],
    ['MAX', 'true'],
    ['MAX', 'null'],
  ])('refuses to aggregate by %s what is no number: %s', (aggregation, cell) => {
    const parts = { hitPolicy: 'COLLECT', aggregation, rules: [['-', cell]] }
    expect(run(whole(parts), 'd', { mode: 'camunda' })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining(`Expected numbers for the aggregation ${aggregation}`) },
    })
  })

  it('aggregates texts of numbers only where the column has no type', () => {
    const parts = {
      hitPolicy: 'COLLECT',
      aggregation: 'SUM',
      rules: [
        ['-', '"5"'],
        ['-', '1.5'],
      ],
    }
    expect(results(parts, {})).toEqual([{ o: 6.5 }])
    const typed = { ...parts, outputs: [{ attributes: 'name="o" typeRef="string"' }], rules: [['-', '"5"']] }
    expect(run(whole(typed), 'd', { mode: 'camunda' })).toMatchObject({ ok: false })
  })

  it.each(['SUM', 'COUNT', 'MIN', 'MAX'])(
    'aggregates several outputs by %s while each rule gives one',
    (aggregation) => {
      const parts = {
        hitPolicy: 'COLLECT',
        aggregation,
        outputs: ['a', 'b'],
        rules: [
          ['< 10', '', '2'],
          ['< 20', '2', ''],
          ['5', '1', '1'],
        ],
      }
      const values: Record<string, number> = { SUM: 4, COUNT: 2, MIN: 2, MAX: 2 }
      // The name is that of the first output of a rule that matches.
      expect(results(parts, { x: 6 })).toEqual([{ b: values[aggregation] }])
      expect(run(whole(parts), 'd', { mode: 'camunda', context: { x: 5 } })).toMatchObject({
        ok: false,
        problem: {
          message: `Expected rules with one output for the aggregation ${aggregation}, but rule3 has 2.`,
          elementId: 'table',
        },
      })
      const problems = checkDmn(parseOk(definitions(whole(parts))), { mode: 'camunda' })
      expect(problems).toMatchObject([{ elementId: 'table', isWarning: true }])
      expect(checkDmn(parseOk(definitions(whole(parts))), { mode: 'standard' })[0]).not.toHaveProperty('isWarning')
    },
  )

  it('gives outputs that are not among the output values, as Camunda does', () => {
    const outputs = [{ attributes: 'name="o"', inner: '<outputValues><text>"a"</text></outputValues>' }]
    expect(results({ outputs, rules: [['-', '"b"']] }, {})).toEqual([{ o: 'b' }])
  })

  it.each([
    ['string', 5, '"5"'],
    ['boolean', 'true', 'true'],
    ['integer', '5', '5'],
    ['long', 5, '5'],
    ['double', '5.5', '5.5'],
    ['date', '2024-01-01T10:00:00', 'date and time("2024-01-01T10:00:00")'],
    ['date', new Date('2024-01-01T10:00:00Z'), 'date and time("2024-01-01T10:00:00")'],
    ['somethingElse', 5, '5'],
  ])('converts inputs of type %s', (typeRef, x, cell) => {
    expect(results({ inputs: [{ text: 'x', typeRef }], rules: [[cell, '1']] }, { x })).toEqual([{ o: 1 }])
  })

  it.each([
    ['integer', 5.5],
    ['integer', 2 ** 31],
    ['double', 'many'],
    ['boolean', 'maybe'],
    ['date', 'soon'],
  ])('fails when a value is no %s', (typeRef, x) => {
    const body = whole({ inputs: [{ text: 'x', typeRef, attributes: 'id="column"' }], rules: [['-', '1']] })
    expect(run(body, 'd', { mode: 'camunda', context: { x } })).toMatchObject({
      ok: false,
      problem: { elementId: 'column', message: expect.stringContaining(`of type ${typeRef}`) },
    })
  })

  it('gives dates as instants', () => {
    const outputs = [{ attributes: 'name="o" typeRef="date"' }]
    expect(results({ outputs, rules: [['-', 'date and time("2024-01-01T10:00:00")']] }, {})).toEqual([
      { o: new Date('2024-01-01T10:00:00Z') },
    ])
    expect(results({ outputs, rules: [['-', 'due']] }, { due: new Date('2024-01-01T10:00:00Z') })).toEqual([
      { o: new Date('2024-01-01T10:00:00Z') },
    ])
  })

  it('sees dates as days of the zone, and gives them back as the instants that they were', () => {
    const due = new Date('2026-10-12T22:00:00Z')
    const options = { mode: 'camunda', context: { x: due }, zone: 'Europe/Berlin' } as const
    const cell = 'date and time("2026-10-13T00:00:00")'
    const parts = { inputs: [{ text: 'x', typeRef: 'date' }], outputs: [{ attributes: 'name="o" typeRef="date"' }] }
    for (const rule of [
      [cell, 'x'],
      ['-', cell],
    ])
      expect(run(whole({ ...parts, rules: [rule] }), 'd', options)).toMatchObject({ ok: true, result: [{ o: due }] })
    expect(run(decision('d', literal('date(x)')), 'd', options)).toMatchObject({
      ok: true,
      result: [{ d: '2026-10-13' }],
    })
  })

  it('gives the value of other logic under the name of its variable', () => {
    expect(resultsOf(decision('d', literal('n * 2')), 'd', { n: 21 })).toEqual([{ d: 42 }])
  })

  it('converts the value of other logic to the type of its variable', () => {
    expect(resultsOf(decision('d', literal('"5"'), { typeRef: 'integer' }), 'd')).toEqual([{ d: 5 }])
    expect(resultsOf(decision('d', literal('x'), { typeRef: 'date' }), 'd', { x: '2024-01-01T10:00:00' })).toEqual([
      { d: new Date('2024-01-01T10:00:00Z') },
    ])
    expect(
      checkDmn(parseOk(definitions(decision('d', literal('1'), { typeRef: 'long' }))), { mode: 'camunda' }),
    ).toEqual([])
  })

  it('takes a missing variable that is named like a builtin function as null', () => {
    const inputs = [{ text: 'count', typeRef: 'integer' }]
    expect(
      results(
        {
          inputs,
          rules: [
            ['> 8', '"many"'],
            ['-', '"some"'],
          ],
          hitPolicy: 'FIRST',
        },
        {},
      ),
    ).toEqual([{ o: 'some' }])
  })

  it('names the tested value in cells', () => {
    const inputs = [{ text: 'x', attributes: 'camunda:inputVariable="season"' }]
    expect(results({ inputs, rules: [['season = other', '1']] }, { x: 'a', other: 'a' })).toEqual([{ o: 1 }])
    expect(results({ rules: [['cellInput > limit', '1']] }, { x: 5, limit: 3 })).toEqual([{ o: 1 }])
  })

  it('fails on an expression that cannot be compiled', () => {
    expect(run(whole({ rules: [['> ', '1']] }), 'd', { mode: 'camunda', context: { x: 1 } })).toMatchObject({
      ok: false,
      problem: { elementId: 'cell1_1', message: expect.stringContaining('Expected') },
    })
  })

  it('reports in its trace the rules of every decision on the way', () => {
    const outcome = run(whole({ hitPolicy: 'COLLECT', rules: overlapping }), 'd', {
      mode: 'camunda',
      context: { x: 6 },
    })
    expect(outcome.trace.decisions).toMatchObject([
      {
        decisionId: 'd',
        rules: [
          { id: 'rule1', order: 1 },
          { id: 'rule2', order: 2 },
        ],
        result: [{ o: 'small' }, { o: 'big' }],
      },
    ])
  })
})

describe('required decisions in mode camunda', () => {
  const graph = (requiredTable: string) =>
    decision('season', requiredTable) + decision('d', literal('[mood, n]'), { requires: requireDecision('season') })
  const ask = (requiredTable: string) => resultsOf(graph(requiredTable), 'd', { n: 1, mood: 'given' })

  it('add their outputs to the variables', () => {
    expect(ask(table({ inputs: [], outputs: ['mood'], rules: [['"good"']] }))).toEqual([{ d: ['good', 1] }])
  })

  it('add lists when several rules may give a result', () => {
    const rules = [['"good"'], ['"bad"']]
    expect(ask(table({ hitPolicy: 'COLLECT', inputs: [], outputs: ['mood'], rules }))).toEqual([
      { d: [['good', 'bad'], 1] },
    ])
    expect(ask(table({ hitPolicy: 'RULE ORDER', inputs: [], outputs: ['mood'], rules: [['"good"']] }))).toEqual([
      { d: [['good'], 1] },
    ])
    const sum = table({
      hitPolicy: 'COLLECT',
      aggregation: 'SUM',
      inputs: [],
      outputs: ['mood'],
      rules: [['1'], ['2']],
    })
    expect(ask(sum)).toEqual([{ d: [3, 1] }])
  })

  it('leave the variables alone when they have no result', () => {
    expect(ask(table({ inputs: ['n'], outputs: ['mood'], rules: [['5', '"good"']] }))).toEqual([{ d: ['given', 1] }])
  })
})

describe('other expression languages', () => {
  const compileForeign: CompileForeign = (_language, source) =>
    compileUel(source.includes('{') ? source : `\${${source}}`)

  const juelTable = `<decisionTable id="table">
    <input camunda:inputVariable="it"><inputExpression expressionLanguage="juel"><text>order.amount</text></inputExpression></input>
    <output name="o"/>
    <rule id="r1"><inputEntry id="c" expressionLanguage="juel"><text>it &gt; limit</text></inputEntry><outputEntry expressionLanguage="juel"><text>order.name</text></outputEntry></rule>
    <rule id="r2"><inputEntry><text>&lt;= 3</text></inputEntry><outputEntry><text>"small"</text></outputEntry></rule>
  </decisionTable>`

  it('run in inputs and cells with what the caller lends', () => {
    const ask = (amount: number) =>
      run(decision('d', juelTable), 'd', {
        mode: 'camunda',
        compileForeign,
        context: { order: { amount, name: 'desk' }, limit: 3 },
      })
    expect(ask(5)).toMatchObject({ ok: true, result: [{ o: 'desk' }] })
    expect(ask(2)).toMatchObject({ ok: true, result: [{ o: 'small' }] })
  })

  it('are reported by their signs in old models', () => {
    const body = whole({ inputs: ['${x + 1}'], rules: [['5', '1']] })
    expect(run(body, 'd', { mode: 'camunda', compileForeign, context: { x: 4 } })).toMatchObject({
      ok: true,
      result: [{ o: 1 }],
    })
  })

  it('see the results of required decisions', () => {
    const juel = '<literalExpression expressionLanguage="juel"><text>base + n</text></literalExpression>'
    const body = decision('base', literal('40')) + decision('d', juel, { requires: requireDecision('base') })
    expect(run(body, 'd', { mode: 'camunda', compileForeign, context: { n: 2 } })).toMatchObject({
      result: [{ d: 42 }],
    })
  })

  it('fail as values', () => {
    const missing = run(decision('d', juelTable), 'd', { mode: 'camunda', compileForeign, context: {} })
    expect(missing).toMatchObject({ ok: false, problem: { message: expect.any(String) } })
    expect(run(decision('d', juelTable), 'd', { mode: 'camunda', context: {} })).toMatchObject({
      ok: false,
      problem: { message: 'Expected an expression in FEEL, but it is in juel, which cannot be run here.' },
    })
  })
})

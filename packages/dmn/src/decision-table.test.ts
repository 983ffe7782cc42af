import { createMeter, expressionBudgets, OutOfAllowance } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { evaluateDecision } from './evaluate-decision.ts'
import {
  decision,
  definitions,
  findValue,
  input,
  NOW,
  parseOk,
  requireInput,
  run,
  type TableParts,
  table,
} from './test-dmn.ts'

/** A table over the number x, evaluated by the standard. */
function evaluate(parts: Partial<TableParts>, x: unknown): unknown {
  const whole = table({ inputs: ['x'], outputs: ['o'], rules: [], ...parts })
  return findValue(input('x') + decision('d', whole, { requires: requireInput('x') }), 'd', { x })
}

const overlapping = [
  ['< 10', '"small"'],
  ['> 5', '"big"'],
  ['> 7', '"huge"'],
]

const priorities = { attributes: 'name="o"', inner: '<outputValues><text>"huge", "big", "small"</text></outputValues>' }

describe('a decision table by the standard', () => {
  it('UNIQUE gives the one rule, null for none and for several', () => {
    expect(evaluate({ rules: overlapping }, 1)).toBe('small')
    expect(evaluate({ rules: overlapping }, 8)).toBeNull()
    expect(evaluate({ rules: [['1', '2']] }, 3)).toBeNull()
  })

  it('FIRST gives the first rule', () => {
    expect(evaluate({ hitPolicy: 'FIRST', rules: overlapping }, 8)).toBe('small')
  })

  it('ANY gives what all rules say, null when they do not agree', () => {
    const rules = [
      ['> 1', '"a"'],
      ['> 2', '"a"'],
      ['> 3', '"b"'],
    ]
    expect(evaluate({ hitPolicy: 'ANY', rules }, 3)).toBe('a')
    expect(evaluate({ hitPolicy: 'ANY', rules }, 4)).toBeNull()
  })

  it('PRIORITY gives the rule whose output comes first in the output values', () => {
    expect(evaluate({ hitPolicy: 'PRIORITY', outputs: [priorities], rules: overlapping }, 8)).toBe('huge')
    expect(evaluate({ hitPolicy: 'PRIORITY', outputs: [priorities], rules: overlapping }, 6)).toBe('big')
  })

  it('OUTPUT ORDER gives all rules in the order of the output values', () => {
    expect(evaluate({ hitPolicy: 'OUTPUT ORDER', outputs: [priorities], rules: overlapping }, 8)).toEqual([
      'huge',
      'big',
      'small',
    ])
  })

  it('RULE ORDER and COLLECT give all rules in their order', () => {
    expect(evaluate({ hitPolicy: 'RULE ORDER', rules: overlapping }, 8)).toEqual(['small', 'big', 'huge'])
    expect(evaluate({ hitPolicy: 'COLLECT', rules: overlapping }, 8)).toEqual(['small', 'big', 'huge'])
    expect(evaluate({ hitPolicy: 'COLLECT', rules: [['1', '1']] }, 2)).toEqual([])
  })

  it.each([
    ['SUM', 60, null],
    ['COUNT', 3, 0],
    ['MIN', 10, null],
    ['MAX', 30, null],
  ])('COLLECT aggregates by %s', (aggregation, expected, ofNone) => {
    const rules = [
      ['> 1', '10'],
      ['> 2', '20'],
      ['> 3', '30'],
    ]
    expect(evaluate({ hitPolicy: 'COLLECT', aggregation, rules }, 4)).toBe(expected)
    expect(evaluate({ hitPolicy: 'COLLECT', aggregation, rules }, 0)).toBe(ofNone)
  })

  it('sums nothing but numbers', () => {
    const rules = [
      ['-', '1'],
      ['-', '"a"'],
      ['-', '5'],
    ]
    expect(evaluate({ hitPolicy: 'COLLECT', aggregation: 'SUM', rules }, 1)).toBeNull()
  })

  it.each([
    ['SUM', 'duration("PT1H")', 'duration("P1D")', 'P1DT1H'],
    ['SUM', 'duration("P1Y")', 'duration("P2M")', 'P1Y2M'],
    ['SUM', 'duration("P1Y")', 'duration("PT1H")', null],
    ['SUM', '@"2026-01-02"', '@"2026-01-01"', null],
    ['MIN', 'duration("PT90M")', 'duration("PT1H")', 'PT1H'],
    ['MAX', 'duration("P1Y")', 'duration("P13M")', 'P1Y1M'],
    ['MIN', '@"2026-02-01"', '@"2026-01-31"', '2026-01-31'],
    ['MAX', '@"10:00:00"', '@"09:30:00"', '10:00:00'],
    ['MAX', '@"2026-02-01"', 'duration("P1D")', null],
    ['MAX', '"b"', '"a"', 'b'],
  ])('aggregates by %s as the function of FEEL does: %s and %s', (aggregation, first, second, expected) => {
    const rules = [
      ['-', first],
      ['-', second],
    ]
    const text = (value: unknown) => (value === null ? null : String(value))
    expect(text(evaluate({ hitPolicy: 'COLLECT', aggregation, rules }, 1))).toBe(expected)
  })

  it('sums no single text', () => {
    expect(evaluate({ hitPolicy: 'COLLECT', aggregation: 'SUM', rules: [['-', '"a"']] }, 1)).toBeNull()
  })

  it('gives null for an output that is not among the output values', () => {
    const outputs = [{ attributes: 'name="o"', inner: '<outputValues><text>"a", "b"</text></outputValues>' }, 'p']
    const rules = [
      ['1', '"a"', '1'],
      ['2', '"c"', '2'],
      ['3', 'null', '3'],
    ]
    expect(evaluate({ outputs, rules }, 1)).toEqual({ o: 'a', p: 1 })
    expect(evaluate({ outputs, rules }, 2)).toEqual({ o: null, p: 2 })
    expect(evaluate({ outputs, rules }, 3)).toEqual({ o: null, p: 3 })
    const ranges = [{ attributes: 'name="o"', inner: '<outputValues><text>[0..10]</text></outputValues>' }]
    expect([5, 50].map((x) => evaluate({ outputs: ranges, rules: [['-', 'x']] }, x))).toEqual([5, null])
  })

  it('gives a context for several outputs, and lists of contexts', () => {
    const rules = [
      ['> 1', '"a"', '1'],
      ['> 2', '"b"', '2'],
    ]
    expect(evaluate({ hitPolicy: 'FIRST', outputs: ['name', 'rank'], rules }, 3)).toEqual({ name: 'a', rank: 1 })
    expect(evaluate({ hitPolicy: 'COLLECT', outputs: ['name', 'rank'], rules }, 3)).toEqual([
      { name: 'a', rank: 1 },
      { name: 'b', rank: 2 },
    ])
  })

  it('falls back to the default output when no rule matches', () => {
    const output = { attributes: 'name="o"', inner: '<defaultOutputEntry><text>"none"</text></defaultOutputEntry>' }
    expect(evaluate({ outputs: [output], rules: [['1', '"one"']] }, 2)).toBe('none')
    expect(evaluate({ outputs: [output], rules: [['1', '"one"']] }, 1)).toBe('one')
  })

  it('gives null for an input that is not allowed', () => {
    const inputs = [{ text: 'x', inner: '<inputValues><text>"a", "b"</text></inputValues>' }]
    expect(evaluate({ inputs, rules: [['-', '1']] }, 'a')).toBe(1)
    expect(evaluate({ inputs, rules: [['-', '1']] }, 'c')).toBeNull()
  })

  it('matches null, conditions and booleans as the cells say', () => {
    const rules = [
      ['null', '"null"'],
      ['true', '"true"'],
      ['not(?)', '"false"'],
      ['["a", "b"]', '"listed"'],
    ]
    expect([null, true, false, 'b', 'c'].map((x) => evaluate({ hitPolicy: 'FIRST', rules }, x))).toEqual([
      'null',
      'true',
      'false',
      'listed',
      null,
    ])
  })

  it('reports in its trace what it saw and which rules counted', () => {
    const body =
      input('x') +
      decision(
        'd',
        table({
          hitPolicy: 'COLLECT',
          inputs: [{ text: 'x', typeRef: 'number', attributes: 'id="i" label="The X"' }],
          outputs: [{ attributes: 'id="o1" name="o" typeRef="string"' }],
          rules: overlapping,
        }),
        {
          requires: requireInput('x'),
        },
      )
    const outcome = run(body, 'd', { context: { x: 6 } })
    expect(outcome.trace.decisions).toEqual([
      {
        decisionId: 'd',
        decisionName: 'd',
        kind: 'table',
        hitPolicy: 'COLLECT',
        aggregation: null,
        inputs: [{ id: 'i', name: 'The X', expression: 'x', typeRef: 'number', value: 6 }],
        rules: [
          {
            id: 'rule1',
            order: 1,
            outputs: [{ id: 'o1', name: 'o', variableName: 'o', typeRef: 'string', value: 'small' }],
          },
          {
            id: 'rule2',
            order: 2,
            outputs: [{ id: 'o1', name: 'o', variableName: 'o', typeRef: 'string', value: 'big' }],
          },
        ],
        result: ['small', 'big'],
      },
    ])
  })

  it('that others wait for reads its cells over time', () => {
    const rules = (count: number) => Array.from({ length: count }, (_, index) => [`${index}`, `"out ${index}"`])
    const decide = (count: number) => {
      const model = parseOk(definitions(decision('d', table({ inputs: ['x'], outputs: ['out'], rules: rules(count) }))))
      return () => {
        const allowance = { meter: createMeter(20_000, 'inline'), isOnLoop: true, budgets: expressionBudgets }
        return evaluateDecision(model, { decisionId: 'd', context: { x: 7 }, mode: 'camunda', now: NOW, allowance })
      }
    }
    expect(decide(10)()).toMatchObject({ ok: true, result: [{ out: 'out 7' }] })
    const decideMany = decide(1000)
    let exceeded = 0
    for (; exceeded < 50; exceeded++) {
      try {
        expect(decideMany()).toMatchObject({ ok: true, result: [{ out: 'out 7' }] })
        break
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfAllowance)
      }
    }
    expect(exceeded).toBeGreaterThan(2)
    expect(exceeded).toBeLessThan(20)
  })

  it('finds one rule among ten thousand', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => [`${index}`, `"r${index}"`])
    expect(evaluate({ rules }, 9_999)).toBe('r9999')
  })
})

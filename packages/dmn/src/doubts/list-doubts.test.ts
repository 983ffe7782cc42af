import { describe, expect, it } from 'vitest'
import { checkDmn } from '../check-dmn.ts'
import { decision, definitions, parseOk, type TableParts, table } from '../test-dmn.ts'
import { listDoubts } from './list-doubts.ts'

const outputs = [{ attributes: 'id="out" name="dish" typeRef="string"' }]
const amount = { text: 'amount', typeRef: 'number' }
const colour = (allowed: string) => ({
  text: 'colour',
  typeRef: 'string',
  inner: `<inputValues id="allowed"><text>${allowed}</text></inputValues>`,
})

/** Of a table that can be deployed: the elements with a doubt, and its words. */
function doubtsOf(parts: Partial<TableParts>, types = '') {
  const whole = table({ inputs: [amount], outputs, rules: [['1', '"a"']], ...parts })
  const model = parseOk(definitions(types + decision('d', whole)))
  expect(checkDmn(model, { mode: 'camunda' })).toEqual([])
  return listDoubts(model).map(({ elementId, message }) => `${elementId}: ${message}`)
}

describe('the doubts about a decision table', () => {
  it('are none where all columns have types and all rules can be met', () => {
    expect(doubtsOf({ inputs: [amount, colour('"red","green"')], rules: [['[1..5]', 'not("red")', '"a"']] })).toEqual(
      [],
    )
    expect(
      doubtsOf({
        rules: [
          ['> 5 and < 10', '"a"'],
          ['-', '"b"'],
        ],
      }),
    ).toEqual([])
  })

  it('name columns without a type', () => {
    const inputs = [{ text: 'amount', attributes: 'id="in"' }]
    expect(doubtsOf({ inputs, outputs: [{ attributes: 'id="out" name="dish"' }] })).toEqual([
      expect.stringMatching(/^in: .*type/),
      expect.stringMatching(/^out: .*type/),
    ])
  })

  it('name a table without rules', () => {
    expect(doubtsOf({ rules: [] })).toEqual([expect.stringMatching(/^table: .*Add a rule/)])
  })

  it.each([
    ['two borders that exclude each other', [amount], ['< 5 and > 10'], 1],
    ['an interval that ends before it begins', [amount], ['[10..5]'], 1],
    ['a text where numbers are tested', [amount], ['"many"'], 1],
    ['a text that is not allowed', [colour('"red","green"')], ['"amber"'], 1],
    ['two columns of one expression', [amount, amount], ['< 5', '> 10'], 2],
  ] as const)('name a condition that can never match: %s', (_about, inputs, tests, column) => {
    expect(doubtsOf({ inputs, rules: [[...tests, '"a"']] })).toEqual([
      expect.stringMatching(new RegExp(`^cell1_${column}: Expected`)),
    ])
  })

  it('name a text that its type does not allow', () => {
    const type =
      '<itemDefinition name="Colour"><typeRef>string</typeRef><allowedValues><text>"red"</text></allowedValues></itemDefinition>'
    expect(doubtsOf({ inputs: [{ text: 'colour', typeRef: 'Colour' }], rules: [['"blue"', '"a"']] }, type)).toEqual([
      expect.stringMatching(/^cell1_1: .*“"blue"”/),
    ])
  })

  it('say nothing of conditions in other languages and of other variables', () => {
    const rules = [['> limit', '"a"']]
    expect(doubtsOf({ rules })).toEqual([])
    expect(
      listDoubts(
        parseOk(definitions(decision('d', table({ inputs: [amount], outputs, rules: [['${amount > 5}', '"a"']] })))),
      ),
    ).toEqual([])
  })

  const limited = (allowed: string) => [
    {
      attributes: 'id="out" name="dish" typeRef="string"',
      inner: `<outputValues><text>${allowed}</text></outputValues><defaultOutputEntry id="default"><text>"soup"</text></defaultOutputEntry>`,
    },
  ]

  it('name outputs that are not allowed', () => {
    expect(doubtsOf({ outputs: limited('"soup","stew"'), rules: [['1', '"stew"']] })).toEqual([])
    expect(doubtsOf({ outputs: limited('"soup","stew"'), rules: [['1', '"roast"']] })).toEqual([
      'cell1_2: Expected one of the allowed values "soup","stew", but found "roast". Correct the output or the allowed values.',
    ])
    expect(doubtsOf({ outputs: limited('"stew"'), rules: [['1', '"stew"']] })).toEqual([
      expect.stringMatching(/^default: /),
    ])
    // An expression has a value only when it is evaluated.
    expect(doubtsOf({ outputs: limited('"soup"'), rules: [['1', 'dish of the day']] })).toEqual([])
  })

  it.each(['PRIORITY', 'OUTPUT ORDER'])('name a table without the priorities that %s needs', (hitPolicy) => {
    expect(doubtsOf({ hitPolicy })).toEqual([expect.stringMatching(/^out: .*the most important first/)])
    expect(doubtsOf({ hitPolicy, outputs: limited('"soup","a"') })).toEqual([])
  })
})

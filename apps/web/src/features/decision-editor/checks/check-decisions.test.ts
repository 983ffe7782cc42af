import { expect, it } from 'vitest'
import { checkDecisions } from './check-decisions.ts'

const file = (cell: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="g" name="g" namespace="t"><decision id="dish" name="Dish"><decisionTable id="t"><input id="i"><inputExpression id="e" typeRef="number"><text>guests</text></inputExpression></input><output id="o" name="dish"/><rule id="r"><inputEntry id="c"><text>${cell}</text></inputEntry><outputEntry id="v"><text>"Stew"</text></outputEntry></rule></decisionTable></decision></definitions>`

it('reports errors before warnings, each with its rule and column', () => {
  const warningsOf = (cell: string) =>
    checkDecisions(file(cell)).problems.map(({ severity, place }) => [severity, place?.rule, place?.column])
  expect(warningsOf('-')).toEqual([['warning', null, 'dish']])
  expect(warningsOf('[1..5]')).toEqual([
    ['warning', null, 'dish'],
    ['warning', null, null],
  ])
  expect(warningsOf('[10..5]')).toEqual([
    ['warning', null, 'dish'],
    ['warning', 1, 'guests'],
    ['warning', null, null],
  ])
  expect(warningsOf('[1..')).toEqual([
    ['error', 1, 'guests'],
    ['warning', null, 'dish'],
  ])
})

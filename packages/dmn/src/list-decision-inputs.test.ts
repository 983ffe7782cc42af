import { expect, test } from 'vitest'
import { listDecisionInputs } from './list-decision-inputs.ts'
import { parseDmn } from './parse-dmn.ts'

function read(contents: string, id: string) {
  const parsed = parseDmn(
    `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n">${contents}</definitions>`,
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return listDecisionInputs(parsed.model, id)
}

const kind = `<decision id="kind" name="Kind of bill"><decisionTable>
  <input><inputExpression typeRef="double"><text>amount</text></inputExpression></input>
  <input><inputExpression typeRef="string"><text>category</text></inputExpression><inputValues><text>"Travel", "Other things"</text></inputValues></input>
  <output name="kindOfBill" typeRef="string"/></decisionTable></decision>`

test('a decision reads what its tables ask, those of the decisions that it requires too, and not what these give', () => {
  const who = `<decision id="who" name="Who decides"><informationRequirement><requiredDecision href="#kind"/></informationRequirement><decisionTable>
    <input><inputExpression typeRef="string"><text>kindOfBill</text></inputExpression></input>
    <input><inputExpression typeRef="boolean"><text>urgent</text></inputExpression></input><output name="result"/></decisionTable></decision>`
  expect(read(kind + who, 'who')).toEqual([
    { name: 'amount', typeRef: 'double', choices: null },
    { name: 'category', typeRef: 'string', choices: ['Travel', 'Other things'] },
    { name: 'urgent', typeRef: 'boolean', choices: null },
  ])
})

test('texts with escapes are no choices: what they say is not what is written', () => {
  const escaped = kind.replace('"Travel"', '"caf\\u00e9"')
  expect(read(escaped, 'kind')).toMatchObject([{ name: 'amount' }, { name: 'category', choices: null }])
})

test('an expression has a type of its own, and input data says that of a name', () => {
  const sum = `<inputData id="net" name="net"><variable name="net" typeRef="number"/></inputData><decision id="sum" name="Sum"><decisionTable>
    <input><inputExpression typeRef="double"><text>net + tax</text></inputExpression></input><output name="result"/></decisionTable></decision>`
  expect(read(sum, 'sum')).toEqual([
    { name: 'net', typeRef: 'number', choices: null },
    { name: 'tax', typeRef: null, choices: null },
  ])
})

test('an expression of its own and old models in UEL are read too, and a decision that is not there reads nothing', () => {
  const old = `<decision id="old" name="Old"><decisionTable><input><inputExpression typeRef="string"><text>\${season}</text></inputExpression></input><output name="dish"/></decisionTable></decision>`
  const literal = `<decision id="own" name="Own"><literalExpression><text>price * count</text></literalExpression></decision>`
  expect(read(old, 'old')).toEqual([{ name: 'season', typeRef: 'string', choices: null }])
  expect(read(literal, 'own').map(({ name }) => name)).toEqual(['price', 'count'])
  expect(read(literal, 'gone')).toEqual([])
})

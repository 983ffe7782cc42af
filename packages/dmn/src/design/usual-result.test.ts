import { expect, it } from 'vitest'
import { decision, definitions, literal, parseOk, table } from '../test-dmn.ts'
import { findUsualResult } from './usual-result.ts'

const find = (logic: string) => {
  const [first] = parseOk(definitions(decision('dish', logic))).decisions
  return first === undefined ? null : findUsualResult(first)
}
const inputs = [{ text: 'season', typeRef: 'string' }]
const of = (hitPolicy: string, count: number, aggregation?: string) =>
  find(
    table({
      ...{ hitPolicy, inputs, rules: [] },
      ...(aggregation !== undefined && { aggregation }),
      outputs: Array.from({ length: count }, (_, at) => `out${at}`),
    }),
  )

it.each(['UNIQUE', 'FIRST', 'ANY', 'PRIORITY'])('the result by the hit policy %s is a value or a row', (policy) => {
  expect([of(policy, 1), of(policy, 2)]).toEqual([
    { as: 'singleEntry', name: 'out0' },
    { as: 'singleResult', name: null },
  ])
})

it.each(['COLLECT', 'RULE ORDER', 'OUTPUT ORDER'])('the result by the hit policy %s is a list', (policy) => {
  expect([of(policy, 1), of(policy, 2)]).toEqual([
    { as: 'collectEntries', name: 'out0' },
    { as: 'resultList', name: null },
  ])
})

it('the result is one value where it is aggregated, or no table', () => {
  expect(of('COLLECT', 1, 'SUM')).toEqual({ as: 'singleEntry', name: 'out0' })
  expect(find(literal('1'))).toMatchObject({ as: 'singleEntry' })
  expect(find('')).toBeNull()
})

import { createAllowance } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { parseDesignedDmn } from '../parse-dmn.ts'
import { decision, definitions, literal, NOW, parseOk, requireDecision, table } from '../test-dmn.ts'
import { findMainDecision } from './find-main-decision.ts'
import { findPlace } from './find-place.ts'
import { rewriteDmn, writeMissingIds } from './rewrite-dmn.ts'
import { runSample } from './run-sample.ts'
import { type Sample, writeSamples } from './samples.ts'

const season = table({
  inputs: [{ text: 'month', typeRef: 'integer', attributes: 'id="in" label="Month"' }],
  outputs: [{ attributes: 'id="out" name="season"' }],
  rules: [
    ['[4..9]', '"summer"'],
    ['-', '"winter"'],
  ],
  hitPolicy: 'FIRST',
})
const graph = definitions(
  decision('season', season) + decision('menu', literal('season'), { requires: requireDecision('season') }),
)

describe('a DMN file is rewritten', () => {
  it('not at all where nothing is changed, or where it cannot be read', () => {
    expect(rewriteDmn(graph, { keys: new Map([['other', 'x']]) })).toBe(graph)
    expect(rewriteDmn('<no xml', { id: 'x' })).toBe('<no xml')
  })

  it('with other keys, which requirements and shapes follow', () => {
    const drawn = graph.replace('</definitions>', '<x dmnElementRef="season"/></definitions>')
    expect(rewriteDmn(drawn, { keys: new Map([['season', 'season-copy']]), id: 'copied' })).toBe(
      drawn
        .replace('id="graph"', 'id="copied"')
        .replace('<decision id="season"', '<decision id="season-copy"')
        .replace('href="#season"', 'href="#season-copy"')
        .replace('dmnElementRef="season"', 'dmnElementRef="season-copy"'),
    )
  })

  it('with another name of one decision', () => {
    const model = parseOk(rewriteDmn(graph, { name: { key: 'menu', name: 'Menu & "wine"' } }))
    expect(model.decisions.map(({ name }) => name)).toEqual(['season', 'Menu & "wine"'])
  })
})

// DMN15.xsd, tDMNElement: the attribute id is optional. dmn-js finds decisions by theirs.
it('has an id for each node that has none, made of its name as ids are to be', () => {
  const nameless = definitions(
    `<decision name="Rate">${literal('1')}</decision><decision name="Rate" id="">${literal('2')}</decision><inputData name="1 &amp; Größe"/>${decision('d', literal('3'))}`,
  )
  const { xml: named, ids } = writeMissingIds(nameless)
  expect(named).toBe(
    nameless
      .replace('<decision name="Rate">', '<decision name="Rate" id="Rate">')
      .replace('id=""', 'id="Rate_2"')
      .replace('<inputData name="1 &amp; Größe"/>', '<inputData name="1 &amp; Größe" id="_1___Gr__e"/>'),
  )
  expect(parseOk(named).decisions.map(({ id, name }) => [id, name])).toEqual([
    ['Rate', 'Rate'],
    ['Rate_2', 'Rate'],
    ['d', 'd'],
  ])
  // By what they were known before, so that who is looked for is found.
  expect([...ids]).toEqual([
    ['Rate', 'Rate'],
    ['Rate_2', 'Rate_2'],
    ['1 & Größe', '_1___Gr__e'],
  ])
  expect([writeMissingIds(named).xml, writeMissingIds('<no xml').xml]).toEqual([named, '<no xml'])
})

it('is kept under the decision that no other requires, or the one that has its key', () => {
  const model = parseOk(graph)
  expect([findMainDecision(model, null)?.id, findMainDecision(model, 'season')?.id]).toEqual(['menu', 'season'])
})

it('names the rule and the column of a cell', () => {
  const model = parseOk(graph)
  const ofSeason = { decisionId: 'season', decisionName: 'season' }
  expect(findPlace(model, 'cell2_1')).toEqual({ ...ofSeason, rule: 2, column: 'Month' })
  expect(findPlace(model, 'cell1_2')).toEqual({ ...ofSeason, rule: 1, column: 'season' })
  expect(findPlace(model, 'in')).toEqual({ ...ofSeason, rule: null, column: 'Month' })
  expect(findPlace(model, 'rule2')).toEqual({ ...ofSeason, rule: 2, column: null })
  expect(findPlace(model, 'nothing')).toBeNull()
})

describe('samples', () => {
  const sample: Sample = { name: 'In May <1>', values: { month: 5 }, expected: [{ season: 'summer' }] }
  const withSamples = (text: string) =>
    definitions(
      `<decision id="d" name="d"><extensionElements><m:samples xmlns:m="urn:millrace:dmn:1.0">${text}</m:samples></extensionElements></decision>`,
    )

  const samplesOf = (xml: string) => {
    const parsed = parseDesignedDmn(xml)
    return parsed.ok ? parsed.design.samples : null
  }

  it('is in the decision that they are for', () => {
    const text = writeSamples([sample]).replaceAll('<', '&lt;')
    expect(samplesOf(withSamples(text))).toEqual([{ decisionId: 'd', samples: [sample] }])
  })

  it.each(['', 'nothing', '{}', '[1, null]'])('are none in “%s”', (text) => {
    expect(samplesOf(withSamples(text))).toEqual([])
  })

  const run = (one: Pick<Sample, 'values' | 'expected'>, xml = graph, decisionId = 'season') =>
    runSample(parseOk(xml), { decisionId, sample: one, now: NOW, allowance: createAllowance(1_000_000) })

  it('pass when the decision gives what is expected, and report the rules that have matched', () => {
    const passed = run(sample)
    expect(passed).toMatchObject({ verdict: 'passed', result: [{ season: 'summer' }], problem: null })
    expect(passed.trace.decisions[0]?.rules).toMatchObject([{ id: 'rule1', order: 1 }])
    expect(run({ ...sample, expected: [{ season: 'winter' }] }).verdict).toBe('failed')
    expect(run({ ...sample, expected: [] }).verdict).toBe('failed')
    expect(run({ ...sample, expected: null })).toMatchObject({ verdict: 'open', result: [{ season: 'summer' }] })
  })

  it('fail when the decision does, and say why', () => {
    const failed = run({ values: { month: 'May' }, expected: [] })
    expect(failed).toMatchObject({ verdict: 'failed', result: null, problem: { elementId: 'in' } })
  })

  it('expect collected results in any order', () => {
    const rules = [
      ['-', '"a"'],
      ['-', '"b"'],
    ]
    const of = (hitPolicy: string) =>
      definitions(decision('season', table({ inputs: ['x'], outputs: ['o'], rules, hitPolicy })))
    const expected = [{ o: 'b' }, { o: 'a' }]
    expect(run({ values: {}, expected }, of('COLLECT')).verdict).toBe('passed')
    expect(run({ values: {}, expected }, of('RULE ORDER')).verdict).toBe('failed')
  })

  it('give dates as people write them', () => {
    const outputs = [{ attributes: 'name="due" typeRef="date"' }]
    const body = table({ inputs: [], outputs, rules: [['date and time("2024-01-01T10:00:00")']] })
    expect(run({ values: {}, expected: null }, definitions(decision('season', body))).result).toEqual([
      { due: '2024-01-01T10:00:00' },
    ])
  })
})

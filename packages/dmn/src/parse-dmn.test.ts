import { describe, expect, it } from 'vitest'
import { parseDmn } from './parse-dmn.ts'
import { decision, definitions, literal, parseOk, table } from './test-dmn.ts'

function problemsOf(xml: string) {
  const parsed = parseDmn(xml)
  return parsed.ok ? [] : parsed.problems
}

describe('parseDmn', () => {
  it.each([
    'http://www.omg.org/spec/DMN/20151101/dmn.xsd',
    'http://www.omg.org/spec/DMN/20151101/dmn11.xsd',
    'http://www.omg.org/spec/DMN/20180521/MODEL/',
    'https://www.omg.org/spec/DMN/20191111/MODEL/',
    'https://www.omg.org/spec/DMN/20211108/MODEL/',
    'https://www.omg.org/spec/DMN/20230324/MODEL/',
  ])('reads the vocabulary %s', (namespace) => {
    const model = parseOk(
      `<dmn:definitions xmlns:dmn="${namespace}" id="g" name="G" namespace="urn:x">
        <dmn:decision id="d" name="D"><dmn:literalExpression><dmn:text> 1 </dmn:text></dmn:literalExpression></dmn:decision>
      </dmn:definitions>`,
    )
    expect(model).toMatchObject({ id: 'g', name: 'G', namespace: 'urn:x' })
    expect(model.decisions).toMatchObject([
      { id: 'd', name: 'D', variable: { name: 'D' }, logic: { kind: 'literal', text: { text: '1' } } },
    ])
  })

  it('reads what Camunda adds', () => {
    const model = parseOk(
      definitions(`
        <decision id="a" name="A" camunda:historyTimeToLive="P30D" camunda:versionTag="v1">
          ${table({ inputs: [{ text: 'x', attributes: 'camunda:inputVariable="season"' }, 'y'], outputs: ['o'], rules: [] })}
        </decision>
        <decision id="b" name="B" camunda:historyTimeToLive="5"/>`),
    )
    expect(model.decisions.map(({ historyTimeToLive, versionTag }) => [historyTimeToLive, versionTag])).toEqual([
      [30, 'v1'],
      [5, null],
    ])
    expect(model.decisions[0]?.logic).toMatchObject({
      inputs: [{ inputVariable: 'season' }, { inputVariable: 'cellInput' }],
    })
  })

  // DMN15.xsd, tDMNElement: the attribute id is optional.
  it('knows nodes without an id by their names, each by another', () => {
    const nameless = (name: string) => `<decision name="${name}">${literal('1')}</decision>`
    const model = parseOk(
      definitions(
        `${nameless('Rate')}${nameless('Rate')}${nameless('Fee')}${decision('Fee', literal('2'))}<inputData name="Age"/>`,
      ),
    )
    expect(model.decisions.map(({ id, name }) => [id, name])).toEqual([
      ['Rate', 'Rate'],
      ['Rate_2', 'Rate'],
      ['Fee_2', 'Fee'],
      ['Fee', 'Fee'],
    ])
    expect(model.inputs).toMatchObject([{ id: 'Age' }])
  })

  it('lists what a decision requires, wherever it is', () => {
    const model = parseOk(
      definitions(`
        <decision id="d" name="D">
          <informationRequirement><requiredInput href="#i"/></informationRequirement>
          <informationRequirement><requiredDecision href="urn:other#e"/></informationRequirement>
          <knowledgeRequirement><requiredKnowledge href="#k"/></knowledgeRequirement>
        </decision>`),
    )
    expect(model.decisions[0]).toMatchObject({
      requiredInputs: [{ namespace: null, id: 'i' }],
      requiredDecisions: [{ namespace: 'urn:other', id: 'e' }],
      requiredKnowledge: [{ namespace: null, id: 'k' }],
      logic: null,
    })
  })

  it('gives plain data', () => {
    const model = parseOk(definitions(decision('d', table({ inputs: ['x'], outputs: ['o'], rules: [['1', '2']] }))))
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
  })

  it('reports all problems at once, with the element and its place', () => {
    const problems = problemsOf(
      definitions(`
        <decision id="d" name="D"><decisionTable id="t" hitPolicy="SOMETIMES" aggregation="PRODUCT">
          <input id="i"/><output id="o"/>
          <rule id="r"><inputEntry/><inputEntry/><outputEntry/></rule>
        </decisionTable></decision>
        <decision id="d" name="Twice"/>
        <decision name="Nameless" camunda:historyTimeToLive="soon"/>
        <decision id="e" name="E"><conditional><if>${literal('true')}</if></conditional></decision>`),
    )
    expect(problems.map(({ message, elementId }) => `${elementId}: ${message}`)).toEqual([
      't: Expected a hit policy of the standard, but “SOMETIMES” is none.',
      't: Expected SUM, COUNT, MIN or MAX for the aggregation, but found “PRODUCT”.',
      'r: Expected 1 input cells in the rule, one for each column, but there are 2.',
      'graph: Expected up to 1000000 days such as 30 or P30D for historyTimeToLive, but found “soon”.',
      'e: Expected “then” in conditional, but there is none.',
      'e: Expected “else” in conditional, but there is none.',
      'd: Expected the id “d” only once, but another element has it too.',
    ])
    expect(problems.every(({ line, column }) => line !== null && line > 1 && column !== null)).toBe(true)
  })

  it('says where XML is broken', () => {
    expect(problemsOf('<definitions>')).toMatchObject([
      { line: 1, message: expect.stringContaining('Expected well-formed XML') },
    ])
    expect(problemsOf('')[0]?.message).toContain('Expected')
    expect(problemsOf('<definitions a="1" a="2"/>')).toHaveLength(1)
  })

  it('refuses what is no DMN', () => {
    expect(problemsOf('<html xmlns="http://www.w3.org/1999/xhtml"/>')).toMatchObject([
      { message: expect.stringContaining('Expected the definitions of a DMN file'), line: 1 },
    ])
    expect(problemsOf('<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>')).toHaveLength(1)
    expect(problemsOf('<definitions xmlns="https://www.omg.org/spec/DMN/20230324/DMNDI/"/>')).toHaveLength(1)
  })

  it('refuses document types, and with them entity bombs', () => {
    const bomb = '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><definitions>&b;</definitions>'
    expect(problemsOf(bomb)).toMatchObject([{ message: expect.stringContaining('Expected no document type') }])
    expect(problemsOf(definitions('<description>&secret;</description>'))[0]?.message).toContain('well-formed XML')
  })

  it('limits size and depth', () => {
    const deep = `${'<list>'.repeat(300)}${'</list>'.repeat(300)}`
    expect(problemsOf(definitions(decision('d', deep)))[0]?.message).toContain('at most 256 levels')
    expect(problemsOf(' '.repeat(20 * 1024 * 1024 + 1))[0]?.message).toContain('Expected at most 20971520 characters')
  })

  it('reads a table of ten thousand rules', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => [`${index}`, `"r${index}"`])
    const model = parseOk(definitions(decision('d', table({ inputs: ['x'], outputs: ['o'], rules }))))
    expect(model.decisions[0]?.logic).toMatchObject({
      kind: 'table',
      rules: expect.objectContaining({ length: 10_000 }),
    })
  })
})

import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const rule = (condition: string, discount: string, text: string) =>
  `<rule id="r${text}"><inputEntry id="i${text}"><text>${condition.replaceAll('<', '&lt;')}</text></inputEntry><outputEntry id="o${text}"><text>${discount}</text></outputEntry><outputEntry id="p${text}"><text>"${text}"</text></outputEntry></rule>`
const table = (
  hitPolicy = 'UNIQUE',
) => `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="test"><decision id="discount" name="discount"><decisionTable id="t" hitPolicy="${hitPolicy}">
  <input id="in"><inputExpression id="e"><text>amount</text></inputExpression></input><output id="out1" name="percent"/><output id="out2" name="why"/>
  ${rule('>= 100', '10', 'big')}${rule('[10..100)', '5', 'middle')}${rule('>= 500', '20', 'huge')}</decisionTable></decision></definitions>`

function deciding(attributes: string, dialect: 'camunda' | 'flowable' = 'camunda', inside = '') {
  return bpmn(
    `<startEvent id="start"/><businessRuleTask id="decide" ${attributes}>${inside}</businessRuleTask><userTask id="after"/>${path('start', 'decide', 'after')}`,
    { dialect },
  )
}
const camunda = (mapper: string) =>
  deciding(`camunda:decisionRef="discount" camunda:resultVariable="r" camunda:mapDecisionResult="${mapper}"`)

describe('a business rule task', () => {
  it.each([
    ['singleResult', 'UNIQUE', { percent: 10, why: 'big' }],
    ['resultList', 'COLLECT', [{ percent: 10, why: 'big' }]],
  ])('maps the result by %s', (mapper, hitPolicy, result) => {
    const scenario = createScenario([camunda(mapper), table(hitPolicy)])
    scenario.start({ amount: 100 })
    expect(scenario.variable('r')).toEqual(result)
    expect(scenario.events).toContainEqual(
      expect.objectContaining({
        type: 'decisionEvaluated',
        evaluation: expect.objectContaining({ elementId: 'decide' }),
      }),
    )
  })

  it('never stores its result under the name that holds it while the task runs', () => {
    const file = deciding('camunda:decisionRef="discount" camunda:resultVariable="decisionResult"')
    expect(createScenario([file, table()]).start({ amount: 20 })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.decision-failed', elementId: 'decide' },
    })
  })

  it('maps one output by singleEntry and collectEntries', () => {
    const one = (hitPolicy: string) =>
      table(hitPolicy)
        .replace('<output id="out2" name="why"/>', '')
        .replaceAll(/<outputEntry id="p\w+"><text>"\w+"<\/text><\/outputEntry>/g, '')
    const single = createScenario([camunda('singleEntry'), one('FIRST')])
    single.start({ amount: 600 })
    expect(single.variable('r')).toBe(10)
    const collected = createScenario([camunda('collectEntries'), one('COLLECT')])
    collected.start({ amount: 600 })
    expect(collected.variable('r')).toEqual([10, 20])
  })

  it.each([
    ['two rules give a single result', 'singleResult', 'COLLECT', 600],
    ['a rule has two outputs for a single entry', 'singleEntry', 'UNIQUE', 50],
    ['a unique table has two rules that fire', 'resultList', 'UNIQUE', 600],
  ])('fails when %s', (_when, mapper, hitPolicy, amount) => {
    expect(createScenario([camunda(mapper), table(hitPolicy)]).start({ amount })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.decision-failed', elementId: 'decide' },
    })
  })

  it('leaves the result for its outputs', () => {
    const io =
      '<extensionElements><camunda:inputOutput><camunda:outputParameter name="why">${decisionResult.getSingleResult().why}</camunda:outputParameter></camunda:inputOutput></extensionElements>'
    const scenario = createScenario([deciding('camunda:decisionRef="discount"', 'camunda', io), table()])
    scenario.start({ amount: 50 })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([
      ['amount', 50],
      ['why', 'middle'],
    ])
  })

  it('keeps the result no longer than its run, even where the task stays open', () => {
    const later = deciding('camunda:decisionRef="discount" camunda:asyncAfter="true"')
    const scenario = createScenario([later, table()])
    scenario.start({ amount: 50 })
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['amount'])
  })

  it('of a Flowable model stores each output by its name', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="decide" flowable:type="dmn"><extensionElements><flowable:field name="decisionTableReferenceKey" stringValue="discount"/></extensionElements></serviceTask><userTask id="after"/>${path('start', 'decide', 'after')}`,
      { dialect: 'flowable' },
    )
    const scenario = createScenario([file, table()])
    scenario.start({ amount: 50 })
    expect([scenario.variable('percent'), scenario.variable('why')]).toEqual([5, 'middle'])
  })

  it('of a Flowable model fails without a rule that fires when it says so', () => {
    const file = (value: string) =>
      bpmn(
        `<startEvent id="start"/><serviceTask id="decide" flowable:type="dmn"><extensionElements><flowable:field name="decisionTableReferenceKey" stringValue="discount"/><flowable:field name="decisionTaskThrowErrorOnNoHits" stringValue="${value}"/></extensionElements></serviceTask>${path('start', 'decide')}`,
        { dialect: 'flowable' },
      )
    expect(createScenario([file('false'), table()]).start({ amount: 1 })).toMatchObject({ kind: 'done' })
    expect(createScenario([file('true'), table()]).start({ amount: 1 })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.decision-failed', detail: { variables: { amount: '1' } } },
    })
  })

  it('fails when the decision is not deployed, and asks for one that is not at hand', () => {
    expect(createScenario(camunda('singleResult')).start({ amount: 1 })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.decision-missing', detail: { decision: 'discount', binding: 'latest' } },
    })
    expect(
      createScenario(camunda('singleResult'), { sources: { decision: () => undefined } }).start({ amount: 1 }),
    ).toMatchObject({
      kind: 'needs',
      need: { kind: 'decision', ref: { by: 'latest', key: 'discount' } },
    })
  })
})

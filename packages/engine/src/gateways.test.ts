import { describe, expect, it } from 'vitest'
import { bpmn } from './testing/bpmn.ts'
import { createScenario } from './testing/scenario.ts'

describe('exclusive gateway', () => {
  const file = bpmn(`
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="choose"/>
    <exclusiveGateway id="choose" default="otherwise"/>
    <sequenceFlow id="big" sourceRef="choose" targetRef="boss"><conditionExpression>\${amount > 100}</conditionExpression></sequenceFlow>
    <sequenceFlow id="otherwise" sourceRef="choose" targetRef="clerk"/>
    <userTask id="boss"/><userTask id="clerk"/>`)

  it('takes the first flow whose condition holds', () => {
    const scenario = createScenario(file)
    scenario.start({ amount: 500 })
    expect(scenario.tasks()).toEqual(['boss'])
  })

  it('takes the default flow when no condition holds', () => {
    const scenario = createScenario(file)
    scenario.start({ amount: 5 })
    expect(scenario.tasks()).toEqual(['clerk'])
  })

  it('fails with the expression and the values it saw when the condition gives no boolean', () => {
    const scenario = createScenario(file.replace('amount > 100', 'amount'))
    expect(scenario.start({ amount: 5 })).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'engine.condition-not-boolean',
        elementId: 'choose',
        detail: { expression: '${amount}', variables: { amount: '5' } },
      },
    })
    expect(scenario.rows.instances).toEqual([])
  })

  it('fails when no flow can be taken', () => {
    const scenario = createScenario(
      file
        .replace(' default="otherwise"', '')
        .replace(
          'id="otherwise" sourceRef="choose" targetRef="clerk"/>',
          'id="otherwise" sourceRef="choose" targetRef="clerk"><conditionExpression>${amount == 7}</conditionExpression></sequenceFlow>',
        ),
    )
    expect(scenario.start({ amount: 5 })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.no-flow-taken', elementId: 'choose' },
    })
  })
})

describe('parallel gateway', () => {
  const file = bpmn(`
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="fork"/>
    <parallelGateway id="fork"/>
    <sequenceFlow id="f1" sourceRef="fork" targetRef="a"/><sequenceFlow id="f2" sourceRef="fork" targetRef="b"/>
    <userTask id="a"/><userTask id="b"/>
    <sequenceFlow id="f3" sourceRef="a" targetRef="join"/><sequenceFlow id="f4" sourceRef="b" targetRef="join"/>
    <parallelGateway id="join"/><sequenceFlow id="f5" sourceRef="join" targetRef="end"/><endEvent id="end"/>`)

  it('waits for every incoming flow', () => {
    const scenario = createScenario(file)
    scenario.start()
    expect(scenario.tasks()).toEqual(['a', 'b'])
    scenario.complete('b')
    expect(scenario.active()).toEqual(['a', 'join'])
    scenario.complete('a')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).toEqual(['start', 'fork', 'b', 'a', 'join', 'end'])
  })
})

describe('inclusive gateway', () => {
  const file = bpmn(`
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="fork"/>
    <inclusiveGateway id="fork"/>
    <sequenceFlow id="f1" sourceRef="fork" targetRef="a"><conditionExpression>\${n >= 1}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f2" sourceRef="fork" targetRef="b"><conditionExpression>\${n >= 2}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f6" sourceRef="fork" targetRef="c"><conditionExpression>\${n >= 3}</conditionExpression></sequenceFlow>
    <userTask id="a"/><userTask id="b"/><userTask id="c"/>
    <sequenceFlow id="f3" sourceRef="a" targetRef="join"/><sequenceFlow id="f4" sourceRef="b" targetRef="join"/>
    <sequenceFlow id="f7" sourceRef="c" targetRef="away"/><endEvent id="away"/>
    <inclusiveGateway id="join"/><sequenceFlow id="f5" sourceRef="join" targetRef="after"/><userTask id="after"/>`)

  it.each([
    [1, ['a']],
    [2, ['a', 'b']],
  ])('with %i waits only for the branches that were taken', (n, tasks) => {
    const scenario = createScenario(file)
    scenario.start({ n })
    expect(scenario.tasks()).toEqual(tasks)
    for (const task of tasks) scenario.complete(task)
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('does not wait for a branch that cannot arrive', () => {
    const scenario = createScenario(file)
    scenario.start({ n: 3 })
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after', 'c'])
  })
})

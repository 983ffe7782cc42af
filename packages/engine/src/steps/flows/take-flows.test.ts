import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundary, bpmn, flow, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

const tasks = '<userTask id="a"/><userTask id="b"/><userTask id="c"/>'
const fork = (from: string) => `${flow(from, 'a')}${flow(from, 'b')}${flow(from, 'c')}`

/** The tasks in the order in which they were made. */
function madeTasks(scenario: ReturnType<typeof createScenario>): string[] {
  return scenario.events.flatMap((event) => (event.type === 'taskCreated' ? [event.task.taskKey] : []))
}

describe('concurrent paths', () => {
  it('begin in document order where a moving token forks', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="wait"/><task id="t"/>${tasks}${path('start', 'wait', 't')}${fork('t')}`,
      ),
    )
    scenario.start()
    scenario.complete('wait')
    expect(madeTasks(scenario)).toEqual(['wait', 'a', 'b', 'c'])
  })

  it.each([
    ['camunda', ['wait', 'c', 'b', 'a']],
    ['bpmn', ['wait', 'c', 'b', 'a']],
    ['flowable', ['wait', 'a', 'b', 'c']],
    ['millrace', ['wait', 'a', 'b', 'c']],
  ] as const)('begin with the last in %s’s models that follow Camunda, where a task is left: %s', (dialect, made) => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="wait"/>${tasks}${path('start', 'wait')}${fork('wait')}`, { dialect }),
    )
    scenario.start()
    scenario.complete('wait')
    expect(madeTasks(scenario)).toEqual(made)
  })

  it('begin with the last behind the last run of a loop and behind a sub-process that ends with its task', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="wait"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>${path('s', 'wait')}</subProcess>${tasks}${path('start', 'sub')}${fork('sub')}`,
      ),
    )
    scenario.start()
    scenario.complete('wait')
    scenario.complete('wait')
    expect(madeTasks(scenario)).toEqual(['wait', 'wait', 'c', 'b', 'a'])
  })

  it('begin in document order behind a boundary event', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="wait"/><boundaryEvent id="b1" attachedToRef="wait">${on.message()}</boundaryEvent>${tasks}${path('start', 'wait')}${fork('b1')}`,
      ),
    )
    scenario.start()
    scenario.trigger('first')
    expect(madeTasks(scenario)).toEqual(['wait', 'a', 'b', 'c'])
  })

  it('are worked off one after the other, each with the listeners of its flow', () => {
    const take = (id: string) =>
      `<sequenceFlow id="f-${id}" sourceRef="g" targetRef="${id}"><extensionElements><camunda:executionListener event="take"><camunda:script scriptFormat="javascript">execution.setVariable('log', log + ' ${id}')</camunda:script></camunda:executionListener></extensionElements></sequenceFlow>`
    const task = (id: string) =>
      `<serviceTask id="${id}" camunda:expression="\${log.concat(' in ${id}')}" camunda:resultVariable="log"/>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><parallelGateway id="g"/>${task('a')}${task('b')}<userTask id="stay"/>${path('start', 'g')}${take('a')}${take('b')}${flow('b', 'stay')}`,
      ),
    )
    scenario.start({ log: '' })
    expect(scenario.variable('log')).toBe(' a in a b in b')
  })
})

// Flowable, `TakeOutgoingSequenceFlowsOperation.leaveFlowNode` and `ExclusiveGatewayActivityBehavior.leave`.
describe('the skip expression of a flow', () => {
  const skip = (from: string, to: string, expression: string, condition = '') =>
    `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}" flowable:skipExpression="\${${expression}}">${condition === '' ? '' : `<conditionExpression>\${${condition}}</conditionExpression>`}</sequenceFlow>`

  function tasksOf(elements: string, variables: Readonly<Record<string, unknown>>) {
    const scenario = createScenario(bpmn(`<startEvent id="start"/>${elements}${tasks}`, { dialect: 'flowable' }))
    scenario.start(variables)
    return scenario.tasks()
  }
  const on = { _FLOWABLE_SKIP_EXPRESSION_ENABLED: true }
  const task = `<task id="t"/>${path('start', 't')}${skip('t', 'a', 'x', 'y')}${flow('t', 'b')}`
  const gateway = `<exclusiveGateway id="g" default="g-c"/>${path('start', 'g')}${skip('g', 'a', 'x', 'y')}${flow('g', 'b', '${z}')}${skip('g', 'c', 'd')}`

  it.each([
    [
      'decides instead of the condition: it holds, the condition does not',
      task,
      { ...on, x: true, y: false },
      ['a', 'b'],
    ],
    [
      'decides instead of the condition: it does not hold, the condition does',
      task,
      { ...on, x: false, y: true },
      ['b'],
    ],
    ['says nothing while skipping is off', task, { x: false, y: true }, ['a', 'b']],
    ['decides at a gateway too', gateway, { ...on, x: false, y: true, z: true, d: false }, ['b']],
    ['takes a default flow in its turn', gateway, { ...on, x: false, y: true, z: false, d: true }, ['c']],
    [
      'leaves a default flow for when no other is taken',
      gateway,
      { ...on, x: false, y: true, z: false, d: false },
      ['c'],
    ],
    [
      'does not keep an element from taking its only flow',
      `<task id="t"/>${path('start', 't')}${skip('t', 'a', 'x')}`,
      { ...on, x: false },
      ['a'],
    ],
    [
      'listens to Activiti’s switch first',
      task,
      { ...on, _ACTIVITI_SKIP_EXPRESSION_ENABLED: false, x: false, y: true },
      ['a', 'b'],
    ],
  ])('%s', (_what, elements, variables, expected) => {
    expect(tasksOf(elements, variables)).toEqual(expected)
  })
})

describe('an activity that is interrupted', () => {
  const listener = (kind: 'execution' | 'task', event: string) =>
    `<camunda:${kind}Listener event="${event}" expression="\${${kind === 'task' ? 'task.execution' : 'execution'}.setVariable('log', log.concat(' ${kind} ${event}'))}"/>`

  it('has been started before a condition that holds from the start ends it', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="wait"><extensionElements>${listener('execution', 'start')}${listener('execution', 'end')}</extensionElements></userTask>${boundary('now', 'wait', on.condition('${true}'))}${path('start', 'wait')}`,
      ),
    )
    scenario.start({ log: '' })
    expect(scenario.tasks()).toEqual(['after-now'])
    expect(scenario.variable('log')).toBe(' execution start execution end')
  })

  it('has ended before its task is deleted', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="wait"><extensionElements>${listener('execution', 'end')}${listener('task', 'delete')}</extensionElements></userTask>${boundary('stop', 'wait', on.message())}${path('start', 'wait')}`,
      ),
    )
    scenario.start({ log: '' })
    scenario.trigger('first')
    expect(scenario.variable('log')).toBe(' execution end task delete')
  })
})

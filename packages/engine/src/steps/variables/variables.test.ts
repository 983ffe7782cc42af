import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const value = (text: string, info: Readonly<Record<string, unknown>> | null = null) => ({
  type: 'String',
  value: text,
  info,
})

describe('variables', () => {
  const file = bpmn(
    `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work"/>${path('s', 'work')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
  )

  function started() {
    const scenario = createScenario(file)
    scenario.start({ outer: 'a' })
    const find = (elementId: string) => scenario.rows.elements.find((one) => one.elementId === elementId)?.id ?? ''
    const set = (scopeId: string, name: string, text: string, isLocal: boolean) =>
      scenario.do({
        type: 'setVariables',
        scopeId,
        instanceId: scenario.rows.rootId,
        set: [{ name, value: value(text) }],
        remove: [],
        isLocal,
      })
    const where = (name: string) =>
      scenario.rows.variables.filter((one) => one.name === name).map(({ scopeId, value }) => [scopeId, value?.value])
    return { scenario, find, set, where, rootId: scenario.rows.rootId, taskId: scenario.rows.tasks[0]?.id ?? '' }
  }

  it('are written where they stand, or into the process when they are new', () => {
    const { find, set, where, rootId, taskId } = started()
    set(find('sub'), 'inner', 'x', true)
    set(taskId, 'inner', 'y', false)
    set(taskId, 'outer', 'b', false)
    set(taskId, 'fresh', 'c', false)
    expect([where('inner'), where('outer'), where('fresh')]).toEqual([
      [[find('sub'), 'y']],
      [[rootId, 'b']],
      [[rootId, 'c']],
    ])
  })

  it('of a task, an element and an instance are different ones when they are local', () => {
    const { find, set, where, taskId, rootId } = started()
    for (const scopeId of [taskId, find('work'), find('sub')]) set(scopeId, 'outer', scopeId, true)
    expect(where('outer').map(([scopeId]) => scopeId)).toEqual([rootId, taskId, find('work'), find('sub')])
  })

  it('are removed from where they stand', () => {
    const { scenario, find, set, where, rootId } = started()
    set(find('sub'), 'outer', 'inner', true)
    const remove = (isLocal: boolean) =>
      scenario.do({
        type: 'setVariables',
        scopeId: find('work'),
        instanceId: rootId,
        set: [],
        remove: ['outer'],
        isLocal,
      })
    remove(true)
    expect(where('outer')).toHaveLength(2)
    remove(false)
    expect(where('outer')).toEqual([[rootId, 'a']])
    remove(false)
    remove(false)
    expect(where('outer')).toEqual([])
  })

  it('that are set and removed by one command are removed', () => {
    const { scenario, where, rootId } = started()
    scenario.do({
      type: 'setVariables',
      scopeId: rootId,
      instanceId: rootId,
      set: [{ name: 'x', value: value('1') }],
      remove: ['x'],
      isLocal: false,
    })
    expect(where('x')).toEqual([])
  })

  it('that are transient are there for one step only', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><scriptTask id="s" scriptFormat="juel"><script>\${execution.setVariable('kept', once)}</script></scriptTask><userTask id="after"/>${path('start', 's', 'after')}`,
      ),
    )
    const definition = scenario.start({ once: 'x' })
    expect(definition.kind).toBe('done')
    const { rootId } = scenario.rows
    scenario.do({
      type: 'setVariables',
      scopeId: rootId,
      instanceId: rootId,
      set: [{ name: 'gone', value: value('1', { transient: true }) }],
      remove: [],
      isLocal: false,
    })
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['once', 'kept'])
    expect(scenario.variable('gone')).toBe('1')
  })

  it('that hold large values are asked for when they are read, and only then', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="a"/><userTask id="b" name="\${big}"/>${path('start', 'a', 'b')}`),
    )
    scenario.start({ big: 'x'.repeat(100), other: 'y' })
    const [big] = scenario.rows.variables
    scenario.rows = { ...scenario.rows, variables: scenario.rows.variables.map((one) => ({ ...one, value: null })) }
    const taskId = scenario.rows.tasks[0]?.id ?? ''
    expect(scenario.do({ type: 'completeTask', taskId, variables: [] })).toEqual({
      kind: 'needs',
      need: { kind: 'variable', id: big?.id },
    })
  })
})

describe('what an expression sees', () => {
  it.each([
    ['${execution.processInstanceId}', (rootId: string) => rootId],
    ['${execution.getProcessInstanceId()}', (rootId: string) => rootId],
    ['${execution.processBusinessKey}', () => 'order 7'],
    ['${execution.currentActivityId}', () => 'work'],
    ['${execution.currentActivityName}', () => 'Work'],
    ["${execution.hasVariable('a')}", () => 'true'],
    ["${execution.getVariable('a') + execution.variables.a}", () => '2'],
    ["${empty execution.getVariableLocal('a')}", () => 'true'],
    ['${execution.processDefinitionKey}', () => 'process'],
    ['${execution.bpmnModelElementInstance.name} ${execution.getCurrentFlowElement().getId()}', () => 'Work work'],
    ["${execution.setProcessBusinessKey('order 8')}${execution.processBusinessKey}", () => 'order 8'],
    ['${execution.setVariablesLocal(values)}${execution.variableNamesLocal}', () => '["b"]'],
    ['${execution.removeVariables(names)}${execution.hasVariables()}', () => 'false'],
    ["${execution.setTransientVariable('once', 5)}${once}", () => '5'],
  ])('%s', (expression, expected) => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" name="Work" camunda:assignee="${expression}"/>${path('start', 'work')}`,
      ),
    )
    scenario.start({ a: 1, values: { b: 2 }, names: ['a', 'values', 'names'] }, { businessKey: 'order 7' })
    expect(scenario.rows.tasks).toMatchObject([{ assignee: expected(scenario.rows.rootId) }])
  })
})

// The getters of Flowable's `DelegateExecution` and `ExecutionEntity`, and of Camunda's `DelegateExecution`.
describe('what an execution reports those around it', () => {
  const called = (dialect: 'camunda' | 'flowable', expression: string) =>
    bpmn(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work" ${dialect}:assignee="\${${expression}}"/>${path('s', 'work')}</subProcess>${path('start', 'sub')}`,
      { id: 'called', dialect },
    )
  const caller = bpmn(
    `<startEvent id="start"/><callActivity id="call" calledElement="called"/>${path('start', 'call')}`,
    { dialect: 'flowable' },
  )

  it.each([
    ['execution.parent.currentActivityId', 'sub'],
    ['execution.getParent().getParent().isProcessInstanceType()', 'true'],
    ['execution.parent.parent.parent == null', 'true'],
    ["execution.parent.setVariableLocal('here', 1)}${execution.parent.getVariableLocal('here')", '1'],
    ["execution.processInstance.getVariable('gone') == null", 'true'],
    ['execution.processInstance.processDefinitionKey', 'called'],
    ['execution.rootProcessInstance.processDefinitionKey', 'process'],
    ['execution.superExecution.currentActivityId', 'call'],
    ['execution.parent.parent.superExecution.processInstance.businessKey', 'order 7'],
    ['execution.superExecution.subProcessInstance.id == execution.processInstanceId', 'true'],
    ['execution.parent.executions.size()', '1'],
    ['execution.scope}${execution.parent.scope}${execution.isActive()}${execution.ended', 'falsetruetruefalse'],
  ])('${%s}', (expression, expected) => {
    for (const dialect of ['flowable', 'camunda'] as const) {
      const scenario = createScenario([caller, called(dialect, expression)])
      scenario.start({}, { key: 'process', businessKey: 'order 7' })
      expect(scenario.rows.tasks).toMatchObject([{ assignee: expected }])
    }
  })

  it('and of those inside a loop', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" flowable:assignee="\${execution.parent.multiInstanceRoot} \${execution.parent.getVariable('nrOfInstances')}">${loop}</userTask>${path('start', 'work')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    expect(scenario.rows.tasks.map(({ assignee }) => assignee)).toEqual(['true 2', 'true 2'])
  })
})

it('dates in expressions have the time zone of the installation', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><userTask id="work" camunda:dueDate="\${dateTime().withTimeAtStartOfDay().plusHours(9).toDate()}"/>${path('start', 'work')}`,
    ),
    { zone: 'America/New_York' },
  )
  scenario.start()
  expect(scenario.rows.tasks).toMatchObject([{ dueAt: '2026-03-02T14:00:00.000Z' }])
})

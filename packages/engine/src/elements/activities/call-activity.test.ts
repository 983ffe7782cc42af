import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createSources, readDefinitions } from '../../testing/definitions.ts'
import { createScenario, type ScenarioOptions } from '../../testing/scenario.ts'

const called = bpmn(`<startEvent id="start"/><userTask id="inner"/>${path('start', 'inner')}`, { id: 'called' })

function calling(attributes = '', extensions = '', around = '') {
  return bpmn(
    `<startEvent id="start"/><callActivity id="call" calledElement="called" ${attributes}><extensionElements>${extensions}</extensionElements></callActivity><userTask id="after"/>${path('start', 'call', 'after')}${around}`,
  )
}

function start(file: string, variables: Readonly<Record<string, unknown>> = {}, options: ScenarioOptions = {}) {
  const scenario = createScenario([file, called], options)
  scenario.start(variables, { businessKey: 'order 7' })
  return scenario
}

/** Calls an instance with x, what the caller has as a, and nothing, which is null. */
const naming = (name: string) =>
  bpmn(
    `<startEvent id="start"/><callActivity id="call" calledElement="called" flowable:processInstanceName="${name}"><extensionElements><flowable:in source="a" target="x"/><flowable:in source="b" target="nothing"/></extensionElements></callActivity>${path('start', 'call')}`,
    { dialect: 'flowable' },
  )

const inside = (scenario: ReturnType<typeof start>) => {
  const instance = scenario.rows.instances.find(({ callerElementId }) => callerElementId !== null)
  const variables = scenario.rows.variables.filter(({ scopeId }) => scopeId === instance?.id)
  return { instance, names: variables.map(({ name }) => name).sort() }
}

describe('a call activity', () => {
  it('starts an instance below its own and waits for its end', () => {
    const scenario = start(calling())
    expect(scenario.active()).toEqual(['call', 'inner'])
    expect(inside(scenario).instance).toMatchObject({
      rootId: scenario.rows.rootId,
      callerInstanceId: scenario.rows.rootId,
    })
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.rows.instances).toHaveLength(1)
  })

  it('passes no variables unless the model says so', () => {
    const scenario = start(calling(), { a: 1 })
    expect(inside(scenario).names).toEqual([])
    scenario.complete('inner', { b: 2 })
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['a'])
  })

  it('passes all variables in and out', () => {
    const scenario = start(calling('', '<camunda:in variables="all"/><camunda:out variables="all"/>'), { a: 1 })
    expect(inside(scenario).names).toEqual(['a'])
    scenario.complete('inner', { a: 5, b: 2 })
    expect([scenario.variable('a'), scenario.variable('b')]).toEqual([5, 2])
  })

  it('passes only its own variables when the mapping is local', () => {
    const io =
      '<camunda:inputOutput><camunda:inputParameter name="own">x</camunda:inputParameter></camunda:inputOutput>'
    const scenario = start(calling('', `${io}<camunda:in variables="all" local="true"/>`), { a: 1 })
    expect(inside(scenario).names).toEqual(['own'])
  })

  it('passes single variables and expressions under other names', () => {
    const mapping =
      '<camunda:in source="a" target="x"/><camunda:in sourceExpression="${a + 1}" target="y"/><camunda:in source="gone" target="z"/><camunda:out source="result" target="r"/><camunda:out sourceExpression="${result * 2}" target="s"/>'
    const scenario = start(calling('', mapping), { a: 1 })
    expect(inside(scenario).names).toEqual(['x', 'y', 'z'])
    scenario.complete('inner', { result: 4 })
    expect([scenario.variable('r'), scenario.variable('s')]).toEqual([4, 8])
  })

  it('keeps local outputs to itself, for its output mapping', () => {
    const extensions = `<camunda:out source="result" target="r" local="true"/>
      <camunda:inputOutput><camunda:outputParameter name="kept">\${r}</camunda:outputParameter></camunda:inputOutput>`
    const scenario = start(calling('', extensions))
    scenario.complete('inner', { result: 4 })
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['kept'])
  })

  it.each([
    ['', null],
    ['<camunda:in businessKey="#{execution.processBusinessKey}"/>', 'order 7'],
    ['<camunda:in businessKey="other"/>', 'other'],
  ])('with the mapping %o gives its instance the business key %o', (mapping, key) => {
    expect(inside(start(calling('', mapping))).instance?.businessKey).toBe(key)
  })

  it('inherits the business key and variables in a Flowable model that says so', () => {
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called" flowable:inheritBusinessKey="true" flowable:inheritVariables="true"/>${path('start', 'call')}`,
      { dialect: 'flowable' },
    )
    const { instance, names } = inside(start(file, { a: 1 }))
    expect(instance?.businessKey).toBe('order 7')
    expect(names).toEqual(['a'])
  })

  it('stores the id of the instance where a Flowable model asks for it', () => {
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called" flowable:instanceIdVariable="childId"/>${path('start', 'call')}`,
      { dialect: 'flowable' },
    )
    const scenario = start(file)
    expect(scenario.variable('childId')).toBe(inside(scenario).instance?.id)
  })

  // Flowable, `CallActivityBehavior` and `BpmnXMLConstants`: `idVariableName` is an expression, asked of the caller.
  it.each([
    ['childId', ['childId']],
    ['${into}', ['intoThis']],
    ['${prefix}Id', ['orderId']],
    ['${nothing}', []],
  ])('stores the id of the instance under the name that Flowable’s %s gives', (name, names) => {
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called" flowable:idVariableName="${name}"/>${path('start', 'call')}`,
      { dialect: 'flowable' },
    )
    const given = { into: 'intoThis', prefix: 'order', nothing: null }
    const scenario = start(file, given)
    const id = inside(scenario).instance?.id
    const made = scenario.rows.variables.filter(({ value }) => value?.value === id)
    expect(made.map((variable) => variable.name)).toEqual(names)
  })

  it.each([
    ['Order 7', 'Order 7'],
    ['Order of ${x}', 'Order of Ann'],
    ['  two\n lines ', 'two lines'],
  ])('gives the instance the name %j of a Flowable model, which sees its variables', (name, title) => {
    expect(inside(start(naming(name), { a: 'Ann' })).instance?.title).toBe(title)
  })

  it.each(['${unknown}', 'Order of ${a}', '${unknown.name}', '${nothing}'])(
    'fails where its name %s cannot be resolved',
    (name) => {
      expect(createScenario([naming(name), called]).start({ a: 'Ann', b: null })).toMatchObject({
        kind: 'failed',
        failure: { code: 'engine.expression-failed', elementId: 'call' },
      })
    },
  )

  // Flowable, `CallActivityBehavior`: a target expression is asked of the caller on the way in, of the called on the way out.
  it('writes the variables that the expressions of a Flowable mapping name', () => {
    const mapping = `<flowable:in sourceExpression="\${a + 1}" targetExpression="\${name}"/><flowable:in source="a" target="unused" targetExpression="x"/><flowable:in source="a" targetExpression="\${nothing}"/>
      <flowable:out source="result" targetExpression="\${into}"/><flowable:out source="result" target="named" targetExpression="\${into}"/>`
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called"><extensionElements>${mapping}</extensionElements></callActivity><userTask id="after"/>${path('start', 'call', 'after')}`,
      { dialect: 'flowable' },
    )
    const scenario = start(file, { a: 1, name: 'y', nothing: null })
    expect(inside(scenario).names).toEqual(['x', 'y'])
    scenario.complete('inner', { result: 4, into: 'z' })
    expect([scenario.variable('z'), scenario.variable('named')]).toEqual([4, 4])
  })

  it('of a Flowable model passes all that it sees in, with what the mapping sets over it, and nothing out by itself', () => {
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called" flowable:inheritVariables="true"><extensionElements><flowable:in sourceExpression="\${a + 1}" target="a"/></extensionElements></callActivity><userTask id="after"/>${path('start', 'call', 'after')}`,
      { dialect: 'flowable' },
    )
    const scenario = start(file, { a: 1, b: 2 })
    expect(inside(scenario).names).toEqual(['a', 'b'])
    const own = scenario.rows.variables.find(({ scopeId, name }) => name === 'a' && scopeId !== scenario.rows.rootId)
    expect(own?.value?.value).toBe(2)
    scenario.complete('inner', { c: 3, b: 9 })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  // Flowable, `ExecutionEntityManagerImpl.deleteProcessInstance`; Camunda, `DeleteProcessInstanceCmd`.
  it.each([
    ['flowable', ['after'], 4],
    ['camunda', [], undefined],
  ] as const)('of a %s model whose instance is deleted continues to %o', (dialect, tasks, result) => {
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called"><extensionElements><${dialect}:out source="done" target="result"/></extensionElements></callActivity><userTask id="after"/>${path('start', 'call', 'after')}`,
      { dialect },
    )
    const scenario = start(file)
    const instanceId = inside(scenario).instance?.id ?? ''
    const set = [{ name: 'done', value: { type: 'Integer', value: 4, info: null } }]
    scenario.do({ type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false })
    scenario.do({ type: 'deleteInstance', instanceId, reason: 'no longer needed' })
    expect(scenario.tasks()).toEqual(tasks)
    expect(scenario.variable('result')).toBe(result)
  })

  it('of a Flowable multi-instance counts a deleted instance as a run that is done', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
    const file = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called">${loop}</callActivity><userTask id="after"/>${path('start', 'call', 'after')}`,
      { dialect: 'flowable' },
    )
    const scenario = start(file)
    scenario.do({ type: 'deleteInstance', instanceId: inside(scenario).instance?.id ?? '', reason: null })
    expect(scenario.tasks()).toEqual(['inner'])
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('calls what an expression names', () => {
    const scenario = start(calling().replace('calledElement="called"', 'calledElement="${which}"'), { which: 'called' })
    expect(scenario.tasks()).toEqual(['inner'])
  })

  it.each([
    ['nothing is deployed under the key', 'absent', 'absent'],
    ['the expression gives nothing', '${which}', ''],
  ])('fails when %s', (_when, calledElement, which) => {
    const scenario = createScenario(calling().replace('calledElement="called"', `calledElement="${calledElement}"`))
    expect(scenario.start({ which })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.definition-missing', elementId: 'call' },
    })
  })

  it('fails when the called process cannot begin by itself', () => {
    const waiting = bpmn(
      `<startEvent id="one">${on.message()}</startEvent><startEvent id="two">${on.signal()}</startEvent>`,
      { id: 'called' },
    )
    expect(createScenario([calling(), waiting]).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.definition-missing' },
    })
  })

  it('fails when it calls a case', () => {
    const file = calling().replace('calledElement="called"', 'camunda:caseRef="case"')
    expect(createScenario(file).start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.not-supported' } })
  })

  it('ends the called instance with all that it has called when it is interrupted', () => {
    const middle = bpmn(
      `<startEvent id="start"/><callActivity id="deeper" calledElement="deep"/>${path('start', 'deeper')}`,
      { id: 'called' },
    )
    const deep = bpmn(`<startEvent id="start"/><userTask id="deepest"/>${path('start', 'deepest')}`, { id: 'deep' })
    const scenario = createScenario([calling('', '', boundary('out', 'call', on.timer())), middle, deep])
    scenario.start()
    expect(scenario.tasks()).toEqual(['deepest'])
    scenario.fireTimer('out')
    expect(scenario.active()).toEqual(['after-out'])
    expect(scenario.rows.instances).toHaveLength(1)
    expect(scenario.history()).toEqual(expect.arrayContaining(['!deepest', '!deeper', '!call']))
  })

  it('calls once for each run of a multi-instance', () => {
    const loop = '<multiInstanceLoopCharacteristics camunda:collection="items" camunda:elementVariable="item"/>'
    const file = calling('', '<camunda:in source="item" target="item"/>').replace(
      '</callActivity>',
      `${loop}</callActivity>`,
    )
    const scenario = start(file, { items: ['x', 'y'] })
    expect(scenario.rows.instances).toHaveLength(3)
    scenario.complete('inner')
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('begins a process without start events at every element that no flow leads to', () => {
    const open = bpmn('<userTask id="x"/><userTask id="y"/>', { id: 'called', dialect: 'bpmn' })
    const scenario = createScenario([calling(), open])
    scenario.start()
    expect(scenario.tasks()).toEqual(['x', 'y'])
  })
})

describe('the version that a call activity calls', () => {
  const version = (task: string, attributes = '') =>
    bpmn(`<startEvent id="start"/><userTask id="${task}"/>${path('start', task)}`, { id: 'called', attributes })
  const first = readDefinitions([version('one', 'camunda:versionTag="stable"')], { deploymentId: 'first' })
  const second = readDefinitions([version('one'), version('two')], { deploymentId: 'second' })
  const definitions = { processes: [...first.processes, ...second.processes.slice(1)], decisions: [] }

  it.each([
    ['latest', '', 'two'],
    ['version', 'camunda:calledElementVersion="${1}"', 'one'],
    ['versionTag', 'camunda:calledElementVersionTag="stable"', 'one'],
    ['deployment', '', 'one'],
  ])('may be bound by %s', (binding, attributes, task) => {
    const own = readDefinitions([calling(`camunda:calledElementBinding="${binding}" ${attributes}`)], {
      deploymentId: 'first',
    })
    const all = { processes: [...own.processes, ...definitions.processes], decisions: [] }
    const scenario = createScenario(calling(`camunda:calledElementBinding="${binding}" ${attributes}`), {
      sources: createSources(all),
    })
    scenario.start()
    expect(scenario.tasks()).toEqual([task])
  })
})

describe('the variables of a mapping delegate', () => {
  const file = calling('camunda:variableMappingClass="org.example.Mapping"', '<camunda:in source="a" target="a"/>')

  it('need a binding for the Java class', () => {
    expect(createScenario([file, called]).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.java-not-bound', elementId: 'call', detail: { java: 'org.example.Mapping' } },
    })
  })

  it('are those of the map that the binding gives', () => {
    const binding = () => ({ kind: 'expression', expression: { language: 'feel', text: '{ b: a + 1 }' } }) as const
    const scenario = start(file, { a: 1 }, { sources: { binding } })
    expect(inside(scenario).names).toEqual(['a', 'b'])
  })
})

import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

const withMapping = (mapping: string) =>
  bpmn(
    `<startEvent id="start"/><userTask id="t"><extensionElements><camunda:inputOutput>${mapping}</camunda:inputOutput></extensionElements></userTask><userTask id="after"/>${path('start', 't', 'after')}`,
  )
const input = (name: string, value: string) =>
  `<camunda:inputParameter name="${name}">${value}</camunda:inputParameter>`
const output = (name: string, value: string) =>
  `<camunda:outputParameter name="${name}">${value}</camunda:outputParameter>`

describe('numbers of expressions in variables', () => {
  it.each([
    ['${i + 1}', 'Long', 3],
    ['${5}', 'Long', 5],
    ['${i}', 'Integer', 2],
    ['${l}', 'Long', 7],
    ['${s}', 'Short', 3],
    ['${d}', 'Double', 2],
    ['${d * 2}', 'Double', 4],
    ['${4 / 2}', 'Double', 2],
    ['${i > 1 ? i + 1 : 0}', 'Long', 3],
    ['${-l}', 'Long', -7],
    ['${5 % 3}', 'Long', 2],
    ['${1.5}', 'Double', 1.5],
    ['${top + 1}', 'Long', -9223372036854775808n],
    ['${execution.getVariable("i")}', 'Integer', 2],
    ['text ${i + 1}', 'String', 'text 3'],
  ])('have the type of Java: %s', (text, type, value) => {
    const quoted = text.replaceAll('"', '&quot;').replaceAll('>', '&gt;')
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="a" camunda:expression="${quoted}" camunda:resultVariable="result"/><serviceTask id="b" camunda:expression="\${execution.setVariable('set', ${text.startsWith('text') ? 'i' : quoted.slice(2, -1).replaceAll('&quot;', "'")})}"/>
      <userTask id="t"><extensionElements><camunda:inputOutput><camunda:inputParameter name="input">${text.replaceAll('>', '&gt;')}</camunda:inputParameter></camunda:inputOutput></extensionElements></userTask>${path('start', 'a', 'b', 't')}`,
    )
    const scenario = createScenario(file)
    const typed = {
      i: ['Integer', 2],
      l: ['Long', 7],
      s: ['Short', 3],
      d: ['Double', 2],
      top: ['Long', 9223372036854775807n],
    } as const
    const [definition] = scenario.definitions.processes
    if (definition === undefined) throw new Error('Expected a process, but there is none.')
    scenario.do({
      type: 'startInstance',
      definition,
      instanceId: '00000000-0000-7000-8000-000000000000',
      businessKey: null,
      variables: Object.entries(typed).map(([name, [kind, one]]) => ({
        name,
        value: { type: kind, value: one, info: null },
      })),
      startElementId: null,
      tenantId: null,
    })
    const found = (name: string) => scenario.rows.variables.find((one) => one.name === name)?.value
    expect(found('result')).toMatchObject({ type, value })
    expect(found('input')).toMatchObject({ type, value })
    if (type === 'Long') expect(found('set')).toMatchObject({ type, value })
  })
})

describe('input parameters', () => {
  it('are texts, expressions, lists, maps and scripts, in any depth', () => {
    const scenario = createScenario(
      withMapping(
        input('text', 'hello') +
          input('sum', '${a + 1}') +
          input(
            'list',
            '<camunda:list><camunda:value>${a}</camunda:value><camunda:script scriptFormat="javascript">[a, a]</camunda:script><camunda:map><camunda:entry key="k">v</camunda:entry></camunda:map></camunda:list>',
          ) +
          input(
            'map',
            '<camunda:map><camunda:entry key="x">${sum}</camunda:entry><camunda:entry key="${a}y"><camunda:list/></camunda:entry></camunda:map>',
          ) +
          input('nothing', ''),
      ),
    )
    scenario.start({ a: 1 })
    const values = ['text', 'sum', 'list', 'map', 'nothing'].map((name) => scenario.variable(name))
    expect(values).toEqual(['hello', 2, [1, [1, 1], { k: 'v' }], { x: 2, '1y': [] }, null])
  })

  it('are local to their element and hide what is outside', () => {
    const scenario = createScenario(withMapping(input('a', '${a + 1}')))
    scenario.start({ a: 1 })
    scenario.complete('t', { a: 9 })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([['a', 1]])
  })

  it('that fail fail the step', () => {
    expect(createScenario(withMapping(input('x', '${missing}'))).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.expression-failed', elementId: 't' },
    })
  })
})

describe('output parameters', () => {
  it('are set around their element when it completes', () => {
    const scenario = createScenario(withMapping(input('own', '1') + output('result', '${own}-${answer}')))
    scenario.start()
    scenario.complete('t', { answer: 5 })
    expect(scenario.variable('result')).toBe('1-5')
  })

  it('that fail fail the completion, and the task stays', () => {
    const scenario = createScenario(withMapping(output('result', '${missing}')))
    scenario.start()
    const taskId = scenario.rows.tasks[0]?.id ?? ''
    expect(scenario.do({ type: 'completeTask', taskId, variables: [] })).toMatchObject({ kind: 'failed' })
    expect(scenario.tasks()).toEqual(['t'])
    scenario.complete('t', { missing: 1 })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('run when their element is cancelled, unless a deletion skips them', () => {
    const deleted = (skipsIoMappings: boolean) => {
      const scenario = createScenario(withMapping(output('result', 'done')))
      scenario.start()
      scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: null, skipsIoMappings })
      return scenario.variable('result')
    }
    expect([deleted(false), deleted(true)]).toEqual(['done', undefined])
  })

  it('of a Flowable task may be local or transient', () => {
    const file = bpmn(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><scriptTask id="t" scriptFormat="juel"><extensionElements><flowable:out sourceExpression="\${1}" target="here" local="true"/><flowable:out sourceExpression="\${2}" target="gone" transient="true"/><flowable:out sourceExpression="\${3}" target="there"/></extensionElements><script>\${true}</script></scriptTask><userTask id="u" flowable:assignee="\${gone}"/>${path('s', 't', 'u')}</subProcess>${path('start', 'sub')}`,
      { dialect: 'flowable' },
    )
    const scenario = createScenario(file)
    scenario.start()
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['here', 'there'])
    expect(scenario.rows.tasks).toMatchObject([{ assignee: '2' }])
    const sub = scenario.rows.elements.find(({ elementId }) => elementId === 'sub')
    expect(scenario.rows.variables.find(({ name }) => name === 'here')?.scopeId).toBe(sub?.id)
  })
})

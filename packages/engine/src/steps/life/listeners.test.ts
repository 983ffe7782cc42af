import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, flow, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

const log = (event: string) =>
  `<camunda:executionListener event="${event}"><camunda:script scriptFormat="javascript">execution.setVariable('log', (execution.getVariable('log') || []).concat(execution.eventName + ' ' + execution.currentActivityId))</camunda:script></camunda:executionListener>`
const all = `<extensionElements>${log('start')}${log('end')}</extensionElements>`

describe('execution listeners', () => {
  it('run at the start and end of process and elements and when a flow is taken', () => {
    const scenario = createScenario(
      bpmn(`${all}<startEvent id="start">${all}</startEvent><sequenceFlow id="f" sourceRef="start" targetRef="sub"><extensionElements>${log('take')}</extensionElements></sequenceFlow>
        <subProcess id="sub">${all}<startEvent id="s"/><task id="t">${all}</task>${path('s', 't')}</subProcess>`),
    )
    scenario.start()
    expect(scenario.variable('log')).toEqual([
      'start start',
      'start start',
      'end start',
      'take start',
      'start sub',
      'start t',
      'end t',
      'end sub',
      'end process',
    ])
  })

  it('of a multi-instance activity run for each run', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><task id="t">${all}<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>${path('start', 't')}`,
      ),
    )
    scenario.start()
    expect(scenario.variable('log')).toEqual(['start t', 'end t', 'start t', 'end t'])
  })

  it('of flows run for those that are taken only', () => {
    const taken = `<extensionElements>${log('take')}</extensionElements>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="g" default="g-b"/><userTask id="a"/><userTask id="b"/>${path('start', 'g')}${flow('g', 'a', '${false}').replace('<conditionExpression', `${taken}<conditionExpression`)}${flow('g', 'b').replace('</sequenceFlow>', `${taken}</sequenceFlow>`)}`,
      ),
    )
    scenario.start()
    expect(scenario.variable('log')).toEqual(['take g'])
  })

  it('see the variables of their place', () => {
    const io =
      '<camunda:inputOutput><camunda:inputParameter name="own">1</camunda:inputParameter></camunda:inputOutput>'
    const listener =
      '<camunda:executionListener event="start" expression="${execution.setVariableLocal(\'seen\', own)}"/>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="t"><extensionElements>${io}${listener}</extensionElements></userTask>${path('start', 't')}`,
      ),
    )
    scenario.start()
    expect(scenario.variable('seen')).toBe('1')
    scenario.complete('t')
    expect(scenario.rows.variables).toEqual([])
  })

  it('may do without what a start needs: an interruption between listener and task drops the task', () => {
    const raise = `<camunda:executionListener event="start" expression="\${execution.throwBpmnError('oops')}"/>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="t"><extensionElements>${raise}</extensionElements></userTask>${path('start', 't')}<boundaryEvent id="caught" attachedToRef="t"><errorEventDefinition/></boundaryEvent><userTask id="after"/>${path('caught', 'after')}`,
      ),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.events.filter(({ type }) => type === 'taskCreated')).toHaveLength(1)
  })

  it('of a process that raise an error which nothing catches fail the step', () => {
    const raise = `<extensionElements><camunda:executionListener event="start" expression="\${execution.throwBpmnError('oops')}"/></extensionElements>`
    expect(createScenario(bpmn(`${raise}<startEvent id="start"/>`)).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.error-uncaught' },
    })
  })

  it('that name Java need a binding to an expression or a script', () => {
    const file = bpmn(
      `<startEvent id="start"><extensionElements><camunda:executionListener event="start" class="org.example.Listener"/></extensionElements></startEvent><userTask id="t"/>${path('start', 't')}`,
    )
    expect(createScenario(file).start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.java-not-bound' } })
    const external = createScenario(file, { sources: { binding: () => ({ kind: 'external', topic: 'x' }) } })
    expect(external.start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.not-supported' } })
    const bound = createScenario(file, {
      sources: {
        binding: () => ({
          kind: 'expression',
          expression: { language: 'uel', text: "${execution.setVariable('heard', true)}" },
        }),
      },
    })
    bound.start()
    expect(bound.variable('heard')).toBe(true)
  })
})

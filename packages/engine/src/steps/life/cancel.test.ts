import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const listener = (expression: string) =>
  `<extensionElements><camunda:executionListener event="end" expression="${expression}"/></extensionElements>`

describe('the deletion of an instance', () => {
  const file = (expression: string) =>
    bpmn(
      `${listener(expression)}<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work">${listener("${execution.setVariable('work', 'ended')}")}</userTask>${path('s', 'work')}</subProcess>${path('start', 'sub')}`,
    )

  it('cancels everything with its reason, the innermost first', () => {
    const scenario = createScenario(file("${execution.setVariable('process', 'ended')}"))
    scenario.start()
    scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: 'by hand' })
    expect(scenario.history().slice(-2)).toEqual(['!work', '!sub'])
    expect([scenario.variable('work'), scenario.variable('process')]).toEqual(['ended', 'ended'])
    expect(scenario.events.at(-1)).toMatchObject({ type: 'instanceEnded', outcome: 'deleted', reason: 'by hand' })
  })

  it('may leave out listeners, which then cannot block it', () => {
    const scenario = createScenario(file('${nobody.there}'))
    scenario.start()
    const command = { type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: null } as const
    expect(scenario.do(command)).toMatchObject({ kind: 'failed' })
    expect(scenario.do({ ...command, skipsListeners: true })).toMatchObject({ kind: 'done' })
    expect(scenario.isEnded()).toBe(true)
  })

  it('of a called one ends what called it too', () => {
    const called = bpmn(`<startEvent id="start"/><userTask id="inner"/>${path('start', 'inner')}`, { id: 'called' })
    const scenario = createScenario([
      bpmn(`<startEvent id="start"/><callActivity id="call" calledElement="called"/>${path('start', 'call')}`),
      called,
    ])
    scenario.start()
    const instance = scenario.rows.instances.find(({ callerElementId }) => callerElementId !== null)
    scenario.do({ type: 'deleteInstance', instanceId: instance?.id ?? '', reason: null })
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.rows.instances).toEqual([])
  })

  it('of a called one ends the call, and leaves what runs beside that', () => {
    const called = bpmn(`<startEvent id="start"/><userTask id="inner"/>${path('start', 'inner')}`, { id: 'called' })
    const inside = `<startEvent id="s"/><callActivity id="call" calledElement="called"/>${path('s', 'call')}`
    const scenario = createScenario([
      bpmn(
        `<startEvent id="start"/><parallelGateway id="fork"/><subProcess id="sub">${inside}</subProcess><userTask id="beside"/>${path('start', 'fork', 'sub')}${path('fork', 'beside')}`,
      ),
      called,
    ])
    scenario.start()
    const instance = scenario.rows.instances.find(({ callerElementId }) => callerElementId !== null)
    scenario.do({ type: 'deleteInstance', instanceId: instance?.id ?? '', reason: 'by hand' })
    expect(scenario.active()).toEqual(['beside'])
    expect(scenario.events.find(({ type }) => type === 'instanceEnded')).toMatchObject({ reason: 'by hand' })
    scenario.complete('beside')
    expect(scenario.isEnded()).toBe(true)
  })

  it('takes everything that waited with it', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><task id="b" camunda:asyncBefore="true"/><serviceTask id="c" camunda:type="external" camunda:topic="t"/><receiveTask id="d" messageRef="first"/>
        ${path('start', 'fork', 'a')}${path('fork', 'b')}${path('fork', 'c')}${path('fork', 'd')}<boundaryEvent id="timer" attachedToRef="a">${on.timer()}</boundaryEvent>`),
    )
    scenario.start({ x: 1 })
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    scenario.do({ type: 'recordJobFailure', jobId, message: 'failed', isFinal: true, detail: null })
    expect(scenario.rows.incidents).toHaveLength(1)
    scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: null })
    const { rootId, isComplete, ...lists } = scenario.rows
    expect(Object.values(lists).flat()).toEqual([])
  })
})

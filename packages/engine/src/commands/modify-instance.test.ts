import { describe, expect, it } from 'vitest'
import { boundary, bpmn, path } from '../testing/bpmn.ts'
import { createScenario, plainVariables, type Scenario } from '../testing/scenario.ts'
import type { Move, StartMove } from './moves.ts'

const start = (at: StartMove['at'], id: string, more: Partial<StartMove> = {}): Move => ({
  kind: 'start',
  at,
  id,
  ancestorId: null,
  variables: [],
  ...more,
})
const cancelAll = (id: string, isOfBefore = false): Move => ({ kind: 'cancel', by: 'key', id, isOfBefore })
const cancelOne = (id: string): Move => ({ kind: 'cancel', by: 'element', id })

function modify(scenario: Scenario, ...moves: Move[]) {
  return scenario.do({
    type: 'modifyInstance',
    instanceId: scenario.rows.rootId,
    moves,
    skipsListeners: false,
    skipsIoMappings: false,
    note: 'by hand',
  })
}

const idOf = ({ rows }: Scenario, elementId: string, at = 0) =>
  rows.elements.filter((one) => one.elementId === elementId)[at]?.id ?? ''

const box = `<startEvent id="start"/><userTask id="begin"/><subProcess id="box"><startEvent id="in"/><userTask id="inner"/><userTask id="inner2"/><endEvent id="out"/>${path('in', 'inner', 'inner2', 'out')}</subProcess><userTask id="last"/><endEvent id="end"/>${path('start', 'begin', 'box', 'last', 'end')}`

function started(elements: string, variables = {}) {
  const scenario = createScenario(bpmn(elements))
  scenario.start(variables)
  return scenario
}

describe('a token that is started', () => {
  it('before an element waits there, beside what waits already', () => {
    const scenario = started(box)
    modify(scenario, start('before', 'last'))
    expect(scenario.tasks()).toEqual(['begin', 'last'])
    scenario.complete('last')
    scenario.complete('begin')
    expect(scenario.tasks()).toEqual(['inner'])
  })

  it('inside a sub-process opens it, and later begins in the one that is open', () => {
    const scenario = started(box)
    modify(scenario, start('before', 'inner'))
    modify(scenario, start('before', 'inner2'))
    expect(scenario.active()).toEqual(['begin', 'box', 'inner', 'inner2'])
  })

  it('begins in the scope that is chosen, and has to where several are open', () => {
    const scenario = started(box)
    const { rootId } = scenario.rows
    modify(scenario, start('before', 'inner'), start('before', 'inner', { ancestorId: rootId }))
    expect(scenario.active()).toEqual(['begin', 'box', 'box', 'inner', 'inner'])
    expect(modify(scenario, start('before', 'inner2'))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.move-impossible', line: 0 },
    })
    modify(scenario, start('before', 'inner2', { ancestorId: idOf(scenario, 'box', 1) }))
    expect(scenario.active()).toEqual(['begin', 'box', 'box', 'inner', 'inner', 'inner2'])
  })

  it('after an element, or on a flow, takes the flow with its listeners', () => {
    const scenario = started(
      `<startEvent id="start"/><userTask id="a"/><userTask id="b"/><sequenceFlow id="start_a" sourceRef="start" targetRef="a"/><sequenceFlow id="a_b" sourceRef="a" targetRef="b"><extensionElements><camunda:executionListener event="take" expression="\${execution.setVariable('taken', execution.currentTransitionId)}"/></extensionElements></sequenceFlow>`,
    )
    modify(scenario, start('after', 'a'))
    expect([scenario.tasks(), scenario.variable('taken')]).toEqual([['a', 'b'], 'a_b'])
    modify(scenario, start('flow', 'a_b'))
    expect(scenario.tasks()).toEqual(['a', 'b', 'b'])
  })

  it('brings variables of its own and for all', () => {
    const scenario = started(box)
    const [own = null, all = null] = plainVariables({ own: 1, all: 2 })
    const variables = [own, all].flatMap((one, index) => (one === null ? [] : [{ ...one, isLocal: index === 0 }]))
    modify(scenario, start('before', 'inner', { variables }))
    const scopeOf = (name: string) => scenario.rows.variables.find((one) => one.name === name)?.scopeId
    expect([scopeOf('own'), scopeOf('all')]).toEqual([idOf(scenario, 'box'), scenario.rows.rootId])
  })

  it('at an interrupting boundary event ends what that is attached to', () => {
    const scenario = started(
      `<startEvent id="start"/><userTask id="a"/>${boundary('late', 'a', '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>')}<userTask id="b"/>${path('start', 'a')}${path('late', 'b')}`,
    )
    modify(scenario, start('before', 'late'))
    expect([scenario.tasks(), scenario.waiting()]).toEqual([['after-late', 'b'], []])
  })

  it('in an interrupting event sub-process ends all around it, and the lines after it are carried out', () => {
    const scenario = started(
      `<startEvent id="start"/><userTask id="a"/><userTask id="c"/>${path('start', 'a')}<subProcess id="on" triggeredByEvent="true"><startEvent id="s" isInterrupting="true"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent><userTask id="b"/>${path('s', 'b')}</subProcess>`,
    )
    modify(scenario, start('before', 'b'), start('before', 'c'))
    expect(scenario.tasks()).toEqual(['b', 'c'])
    scenario.complete('b')
    scenario.complete('c')
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('of an activity that runs several times', () => {
  const several = (isSequential: boolean) =>
    `<startEvent id="start"/><userTask id="before"/><userTask id="many"><multiInstanceLoopCharacteristics isSequential="${isSequential}" camunda:collection="\${list}" camunda:elementVariable="one"/></userTask><endEvent id="end"/>${path('start', 'before', 'many', 'end')}`

  it('one run begins with its body, and one more in that', () => {
    const scenario = started(several(false), { list: ['a', 'b', 'c'] })
    modify(scenario, start('before', 'many'), cancelAll('before'))
    expect(scenario.active()).toEqual(['many', 'many#body'])
    modify(scenario, start('before', 'many'))
    expect(scenario.variable('nrOfInstances')).toBe(2)
    expect(scenario.rows.variables.filter(({ name }) => name === 'one').map(({ value }) => value?.value)).toEqual([
      'a',
      'b',
    ])
    scenario.complete('many')
    scenario.complete('many')
    expect(scenario.isEnded()).toBe(true)
  })

  it('all runs begin as by a flow', () => {
    const scenario = started(several(false), { list: ['a', 'b', 'c'] })
    modify(scenario, start('all', 'many'), cancelAll('before'))
    expect(scenario.active()).toEqual(['many', 'many', 'many', 'many#body'])
  })

  it('a run that is cancelled is not waited for', () => {
    const scenario = started(several(false), { list: ['a', 'b', 'c'] })
    scenario.complete('before')
    modify(scenario, cancelOne(scenario.rows.tasks[0]?.elementInstanceId ?? ''))
    scenario.complete('many')
    scenario.complete('many')
    expect(scenario.isEnded()).toBe(true)
  })

  it('no second run begins where they come one after another', () => {
    const scenario = started(several(true), { list: ['a', 'b'] })
    scenario.complete('before')
    expect(modify(scenario, start('before', 'many'))).toMatchObject({ kind: 'refused' })
    expect(scenario.tasks()).toEqual(['many'])
  })
})

describe('what is cancelled', () => {
  it('goes with the scope in which nothing else is', () => {
    const scenario = started(box)
    modify(scenario, start('before', 'inner'), cancelAll('begin'))
    modify(scenario, start('before', 'last'), cancelAll('inner'))
    expect(scenario.active()).toEqual(['last'])
    expect(scenario.history().slice(-2)).toEqual(['!inner', '!box'])
  })

  it('may be only what was there before the first line', () => {
    const scenario = started(box)
    const before = scenario.rows.tasks[0]?.id
    modify(scenario, start('before', 'begin'), cancelAll('begin', true))
    expect(scenario.tasks()).toEqual(['begin'])
    expect(scenario.rows.tasks[0]?.id).not.toBe(before)
  })

  it('ends the instance when nothing is left, with the note as the reason', () => {
    const scenario = started(box)
    modify(scenario, cancelAll('begin'))
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.events.at(-1)).toMatchObject({ type: 'instanceEnded', outcome: 'deleted', reason: 'by hand' })
  })

  it('is no end when a path comes to its end beside', () => {
    const scenario = started(box)
    modify(scenario, cancelAll('begin'), start('before', 'end'))
    expect(scenario.events.at(-1)).toMatchObject({ type: 'instanceEnded', outcome: 'completed' })
  })

  it('lets a join continue that waited for nothing else', () => {
    const scenario = started(
      `<startEvent id="start"/><inclusiveGateway id="fork"/><userTask id="a"/><userTask id="b"/><inclusiveGateway id="join"/><userTask id="c"/>${path('start', 'fork', 'a', 'join', 'c')}${path('fork', 'b', 'join')}`,
    )
    scenario.complete('a')
    modify(scenario, cancelAll('b'))
    expect(scenario.tasks()).toEqual(['c'])
  })

  it('takes what was called with it', () => {
    const called = bpmn(`<startEvent id="start"/><userTask id="inner"/>${path('start', 'inner')}`, { id: 'called' })
    const scenario = createScenario([
      bpmn(
        `<startEvent id="start"/><callActivity id="call" calledElement="called"/><userTask id="a"/>${path('start', 'call', 'a')}`,
      ),
      called,
    ])
    scenario.start()
    modify(scenario, start('before', 'a'), cancelAll('call'))
    expect([scenario.tasks(), scenario.rows.instances.length]).toEqual([['a'], 1])
  })

  it('may be a token that waits for its job', () => {
    const scenario = started(
      `<startEvent id="start"/><task id="work" camunda:asyncBefore="true"/><userTask id="a"/>${path('start', 'work', 'a')}`,
    )
    const [waiting] = scenario.rows.elements
    modify(scenario, start('before', 'a'), { kind: 'cancel', by: 'token', id: waiting?.executionId ?? '' })
    expect([scenario.tasks(), scenario.rows.jobs]).toEqual([['a'], []])
  })
})

describe('a modification that cannot be', () => {
  it.each([
    ['an element that is not there', start('before', 'nothing'), 'engine.element-unknown'],
    ['a flow that is not there', start('flow', 'nothing'), 'engine.element-unknown'],
    ['after the last element', start('after', 'end'), 'engine.element-unknown'],
    ['a scope that is not there', start('before', 'inner', { ancestorId: 'none' }), 'engine.move-impossible'],
    ['something that is not open', cancelOne('none'), 'engine.move-impossible'],
  ])('names its line and changes nothing: %s', (_, move, code) => {
    const scenario = started(box)
    const before = scenario.rows
    expect(modify(scenario, start('before', 'last'), move)).toMatchObject({
      kind: 'refused',
      refusal: { code, line: 1 },
    })
    expect(scenario.rows).toBe(before)
  })

  it('leaves out listeners when it is asked to', () => {
    const scenario = started(
      `<startEvent id="start"/><userTask id="a"/><userTask id="b"><extensionElements><camunda:executionListener event="start" expression="\${nobody.there}"/></extensionElements></userTask>${path('start', 'a', 'b')}`,
    )
    expect(modify(scenario, start('before', 'b'))).toMatchObject({ kind: 'failed' })
    const moves = [start('before', 'b')]
    const { rootId: instanceId } = scenario.rows
    scenario.do({ type: 'modifyInstance', instanceId, moves, skipsListeners: true, skipsIoMappings: true, note: null })
    expect(scenario.tasks()).toEqual(['a', 'b'])
  })
})

it('an instance may begin with tokens elsewhere than at its start', () => {
  const scenario = createScenario(bpmn(box))
  const [definition] = scenario.definitions.processes
  if (definition === undefined) throw new Error('no process')
  scenario.do({
    type: 'startInstance',
    definition,
    instanceId: scenario.rows.rootId,
    businessKey: null,
    variables: plainVariables({ n: 1 }),
    startElementId: null,
    tenantId: null,
    moves: [start('before', 'inner2') as StartMove, start('after', 'box') as StartMove],
  })
  expect([scenario.tasks(), scenario.variable('n')]).toEqual([['inner2', 'last'], 1])
  expect(scenario.rows.instances[0]?.startElementId).toBe('inner2')
})

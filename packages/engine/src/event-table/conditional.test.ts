import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import {
  atStart,
  expectInterrupted,
  expectNonInterrupting,
  expectPassed,
  inBetween,
  inEventSubProcess,
  inNonInterruptingEventSubProcess,
  onBoundary,
  onNonInterruptingBoundary,
} from './positions.ts'

let count = 0
const condition = on.condition('${count > 0}')
const variables = { count: 0 }
const happen = (scenario: Scenario) => scenario.set({ count: ++count })

it('event table › conditional › start', () => {
  const scenario = atStart(condition)
  scenario.start({ count: 1 }, { startElementId: 'event' })
  expect(scenario.tasks()).toEqual(['after'])
})

it('event table › conditional › start of an event sub-process', () => {
  const scenario = inEventSubProcess(condition, { variables })
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › conditional › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(condition, { variables })
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › conditional › intermediate catch', () => {
  const scenario = inBetween(condition, { variables })
  happen(scenario)
  expectPassed(scenario)
})

it('event table › conditional › boundary', () => {
  const scenario = onBoundary(condition, { variables })
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › conditional › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(condition, { variables })
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

describe('a condition', () => {
  it('that holds when it begins to be watched fires at once', () => {
    expectPassed(inBetween(condition, { variables: { count: 1 } }))
    expect(onBoundary(condition, { variables: { count: 1 } }).tasks()).toEqual(['after'])
  })

  it('that holds when its scope is entered leaves nothing else to begin there', () => {
    const handler = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="event">${condition}</startEvent><userTask id="handling"/>${path('event', 'handling')}</subProcess>`
    const inside = `<startEvent id="s"/><userTask id="work"/>${path('s', 'work')}${handler}`
    for (const file of [
      inside,
      `<startEvent id="start"/><subProcess id="sub">${inside}</subProcess>${path('start', 'sub')}`,
    ]) {
      const scenario = createScenario(bpmn(file))
      scenario.start({ count: 1 })
      expect(scenario.tasks()).toEqual(['handling'])
      scenario.complete('handling')
      expect(scenario.rows.instances).toEqual([])
    }
  })

  it('of a Flowable model waits to be asked, even when it holds', () => {
    const file = `<startEvent id="s"/><intermediateCatchEvent id="event">${condition}</intermediateCatchEvent><userTask id="after"/>${path('s', 'event', 'after')}`
    const scenario = createScenario(bpmn(file, { dialect: 'flowable' }))
    scenario.start({ count: 1 })
    expect(scenario.tasks()).toEqual([])
    scenario.do({ type: 'evaluateConditions', instanceId: scenario.rows.rootId, variables: [] })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('that reads a variable which is not set does not hold', () => {
    const scenario = inBetween(on.condition('${missing == 1}'))
    expect(scenario.active()).toEqual(['event'])
    scenario.set({ missing: 1 })
    expectPassed(scenario)
  })

  it('that fails otherwise fails the step', () => {
    const scenario = inBetween(on.condition('${count}'), { variables: {} })
    scenario.set({ other: 1 })
    const place = { scopeId: scenario.rows.rootId, instanceId: scenario.rows.rootId, remove: [], isLocal: false }
    expect(
      scenario.do({
        type: 'setVariables',
        ...place,
        set: [{ name: 'count', value: { type: 'Integer', value: 1, info: null } }],
      }),
    ).toMatchObject({ kind: 'failed', failure: { code: 'engine.condition-not-boolean', elementId: 'event' } })
  })

  it('looks only at the variable and the kinds of change that it names', () => {
    const scenario = onNonInterruptingBoundary(
      on.condition('${true}', 'camunda:variableName="x" camunda:variableEvents="create, update"'),
    )
    expect(scenario.tasks()).toEqual(['after', 'work'])
    scenario.set({ y: 1 })
    expect(scenario.tasks()).toHaveLength(2)
    scenario.set({ x: 1 })
    expect(scenario.tasks()).toHaveLength(3)
    scenario.set({ x: 2 })
    expect(scenario.tasks()).toHaveLength(4)
    const { rootId } = scenario.rows
    scenario.do({ type: 'setVariables', scopeId: rootId, instanceId: rootId, set: [], remove: ['x'], isLocal: false })
    expect(scenario.tasks()).toHaveLength(4)
  })

  it('is asked again when a variable is set to the value that it has', () => {
    const scenario = onNonInterruptingBoundary(on.condition('${count > 5}'), { variables: { count: 1 } })
    scenario.set({ count: 7 })
    scenario.set({ count: 7 })
    expect(scenario.tasks()).toEqual(['after', 'after', 'work'])
  })

  it('fires without interrupting once for each variable that is set', () => {
    const scenario = onNonInterruptingBoundary(on.condition('${count > 5}'), { variables: { count: 1 } })
    scenario.set({ count: 7, other: 1 })
    expect(scenario.tasks()).toEqual(['after', 'after', 'work'])
  })

  it('of the process takes the variables of the start for changes', () => {
    const handler = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="event" isInterrupting="false">${condition}</startEvent><userTask id="handling"/>${path('event', 'handling')}</subProcess>`
    const scenario = createScenario(bpmn(`<startEvent id="s"/><userTask id="work"/>${path('s', 'work')}${handler}`))
    scenario.start({ count: 1 })
    expect(scenario.tasks()).toEqual(['handling', 'handling', 'work'])
  })

  it('does not see what is local to a scope inside', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work"/>${path('s', 'work')}</subProcess>${path('start', 'sub')}
        ${boundary('event', 'sub', on.condition('${count > 0}'), 'cancelActivity="false"')}`),
    )
    scenario.start({ count: 0 })
    const work = scenario.rows.elements.find(({ elementId }) => elementId === 'work')
    const place = { scopeId: work?.id ?? '', instanceId: scenario.rows.rootId, remove: [] }
    const set = [{ name: 'count', value: { type: 'Integer', value: 1, info: null } }]
    scenario.do({ type: 'setVariables', ...place, set, isLocal: true })
    expect(scenario.tasks()).toEqual(['work'])
    scenario.set({ count: 1 })
    expect(scenario.tasks()).toEqual(['after-event', 'work'])
  })

  it('looks at what comes with an event when that event has been entered', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"/>${boundary('stop', 'work', on.message())}${path('start', 'work')}<subProcess id="handler" triggeredByEvent="true"><startEvent id="when">${on.condition('${ready}')}</startEvent><userTask id="handle"/>${path('when', 'handle')}</subProcess>`,
      ),
    )
    scenario.start({ ready: false })
    scenario.trigger('first', { ready: true })
    expect(scenario.tasks()).toEqual(['handle'])
    expect(scenario.history()).toContain('!stop')
  })

  it('may be set off by what an activity does inside the same step', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><scriptTask id="script" scriptFormat="juel"><script>\${execution.setVariable('count', 1)}</script></scriptTask>
        <userTask id="work"/>${path('start', 'script', 'work')}
        <subProcess id="handler" triggeredByEvent="true"><startEvent id="event">${on.condition('${count > 0}')}</startEvent><userTask id="after"/>${path('event', 'after')}</subProcess>`),
    )
    scenario.start({ count: 0 })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('of a Flowable model is asked only by the command', () => {
    const scenario = inBetween(on.condition('${count > 0}'), { dialect: 'flowable', variables })
    scenario.set({ count: 1 })
    expect(scenario.active()).toEqual(['event'])
    scenario.do({ type: 'evaluateConditions', instanceId: scenario.rows.rootId, variables: [] })
    expectPassed(scenario)
  })
})

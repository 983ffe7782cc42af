import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../testing/bpmn.ts'
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

const happen = (scenario: Scenario) => scenario.trigger('alarm')

it('event table › signal › start', () => {
  const scenario = atStart(on.signal())
  scenario.start({}, { startElementId: 'event' })
  expect(scenario.tasks()).toEqual(['after'])
})

it('event table › signal › start of an event sub-process', () => {
  const scenario = inEventSubProcess(on.signal())
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › signal › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(on.signal())
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › signal › intermediate catch', () => {
  const scenario = inBetween(on.signal())
  happen(scenario)
  expectPassed(scenario)
})

it('event table › signal › boundary', () => {
  const scenario = onBoundary(on.signal())
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › signal › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(on.signal())
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

/** `event` throws while `catching` waits beside it. */
function thrownAt(element: string, definition: string, definitions = ''): Scenario {
  return createScenario(
    bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/>
        <intermediateCatchEvent id="catching">${on.signal()}</intermediateCatchEvent><userTask id="after"/>
        <userTask id="before"/><${element} id="event">${definition}</${element}>
        ${path('start', 'fork', 'catching', 'after')}${path('fork', 'before', 'event')}`,
      { definitions },
    ),
  )
}

it('event table › signal › intermediate throw', () => {
  const scenario = thrownAt('intermediateThrowEvent', on.signal())
  scenario.start()
  scenario.complete('before')
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.effects).toMatchObject([{ kind: 'signal', name: 'alarm', isAsync: false }])
})

it('event table › signal › end', () => {
  const scenario = thrownAt('endEvent', on.signal())
  scenario.start()
  scenario.complete('before')
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.effects).toMatchObject([{ kind: 'signal', name: 'alarm' }])
})

describe('a thrown signal', () => {
  it('reaches every event that waits for it, and none that begins to wait because of it', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/>
        <intermediateCatchEvent id="one">${on.signal()}</intermediateCatchEvent>
        <intermediateCatchEvent id="two">${on.signal()}</intermediateCatchEvent>
        <intermediateCatchEvent id="next">${on.signal()}</intermediateCatchEvent>
        <userTask id="before"/><endEvent id="event">${on.signal()}</endEvent>
        ${path('start', 'fork', 'one', 'next')}${path('fork', 'two')}${path('fork', 'before', 'event')}`),
    )
    scenario.start()
    scenario.complete('before')
    expect(scenario.active()).toEqual(['next'])
  })

  it('carries variables', () => {
    const definition =
      '<signalEventDefinition signalRef="alarm"><extensionElements><camunda:in source="level" target="heard"/></extensionElements></signalEventDefinition>'
    const scenario = thrownAt('endEvent', definition)
    scenario.start({ level: 3 })
    scenario.complete('before')
    expect(scenario.variable('heard')).toBe(3)
  })

  it('is delivered by a job when it is asynchronous', () => {
    const scenario = thrownAt('endEvent', '<signalEventDefinition signalRef="alarm" camunda:async="true"/>')
    scenario.start()
    scenario.complete('before')
    expect(scenario.rows.jobs).toMatchObject([{ kind: 'delivery', elementId: 'catching' }])
    expect(scenario.tasks()).toEqual([])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('is ignored when its receiver has gone on before the job', () => {
    const scenario = thrownAt('endEvent', '<signalEventDefinition signalRef="alarm" camunda:async="true"/>')
    scenario.start()
    scenario.complete('before')
    happen(scenario)
    expect(scenario.rows.jobs).toEqual([])
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('stays in its root when its scope is the instance', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><intermediateThrowEvent id="event"><signalEventDefinition signalRef="near"/></intermediateThrowEvent>${path('start', 'event')}`,
        {
          dialect: 'flowable',
          definitions: '<signal id="near" name="near" flowable:scope="processInstance"/>',
        },
      ),
    )
    scenario.start()
    expect(scenario.effects).toEqual([])
    expect(scenario.isEnded()).toBe(true)
  })
  it('does not come from outside when its scope is the instance of a Flowable model', () => {
    const catching = (attribute: string) => {
      const scenario = createScenario(
        bpmn(
          `<startEvent id="start"/><intermediateCatchEvent id="event"><signalEventDefinition signalRef="near"/></intermediateCatchEvent>${path('start', 'event')}`,
          { dialect: 'flowable', definitions: `<signal id="near" name="near" ${attribute}/>` },
        ),
      )
      scenario.start()
      const subscriptionId = scenario.rows.subscriptions[0]?.id ?? ''
      return scenario.do({ type: 'triggerSubscription', subscriptionId, variables: [] })
    }
    expect(catching('flowable:scope="processInstance"')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.not-waiting' },
    })
    expect(catching('')).toMatchObject({ kind: 'done' })
  })
})

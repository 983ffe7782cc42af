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

const happen = (scenario: Scenario) => scenario.trigger('first', { from: 'message' })
const withMapping = `<messageEventDefinition messageRef="first"><extensionElements><camunda:in source="amount" target="sum"/></extensionElements></messageEventDefinition>`

it('event table › message › start', () => {
  const scenario = atStart(on.message())
  scenario.start({}, { startElementId: 'event' })
  expect(scenario.tasks()).toEqual(['after'])
})

it('event table › message › start of an event sub-process', () => {
  const scenario = inEventSubProcess(on.message())
  happen(scenario)
  expectInterrupted(scenario)
  expect(scenario.variable('from')).toBe('message')
})

it('event table › message › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(on.message())
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › message › intermediate catch', () => {
  const scenario = inBetween(on.message())
  expect(scenario.active()).toEqual(['event'])
  happen(scenario)
  expectPassed(scenario)
})

it('event table › message › boundary', () => {
  const scenario = onBoundary(on.message())
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › message › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(on.message())
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › message › intermediate throw', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><intermediateThrowEvent id="event">${withMapping}</intermediateThrowEvent><userTask id="after"/>${path('start', 'event', 'after')}`,
    ),
  )
  scenario.start({ amount: 5 }, { businessKey: 'order 7' })
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.effects).toMatchObject([
    { kind: 'message', name: 'first', businessKey: 'order 7', variables: [{ name: 'sum', value: { value: 5 } }] },
  ])
})

it('event table › message › end', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><endEvent id="event">${on.message()}</endEvent>${path('start', 'event')}`),
  )
  scenario.start()
  expect(scenario.isEnded()).toBe(true)
  expect(scenario.effects).toMatchObject([{ kind: 'message', name: 'first', businessKey: null, variables: [] }])
})

describe('a thrown message', () => {
  it('may be carried out by an external task, for which the event waits', () => {
    const definition = `<messageEventDefinition messageRef="first" camunda:type="external" camunda:topic="post"/>`
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><endEvent id="event">${definition}</endEvent>${path('start', 'event')}`),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['event'])
    scenario.completeExternal('post')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.effects).toEqual([])
  })

  it('may reach what waits for it in its own root', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/>
        <intermediateCatchEvent id="event">${on.message()}</intermediateCatchEvent><userTask id="after"/>
        <userTask id="before"/><intermediateThrowEvent id="throw">${on.message()}</intermediateThrowEvent>
        ${path('start', 'fork', 'event', 'after')}${path('fork', 'before', 'throw')}`),
    )
    scenario.start()
    scenario.complete('before')
    expect(scenario.effects).toMatchObject([{ kind: 'message', name: 'first' }])
    happen(scenario)
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('the name of a message', () => {
  it('may be an expression on the variables at the time of waiting', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><intermediateCatchEvent id="event"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>${path('start', 'event')}`,
        { definitions: '<message id="m" name="order ${number}"/>' },
      ),
    )
    scenario.start({ number: 7 })
    expect(scenario.rows.subscriptions).toMatchObject([{ kind: 'message', name: 'order 7' }])
  })

  it('fails the step when it gives nothing', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><intermediateCatchEvent id="event"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>${path('start', 'event')}`,
        { definitions: '<message id="m" name="${nothing}"/>' },
      ),
    )
    expect(scenario.start({ nothing: null })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'event' },
    })
  })
})

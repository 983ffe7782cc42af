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

const either = on.message() + on.signal() + on.timer()
const byMessage = (scenario: Scenario) => scenario.trigger('first')
const bySignal = (scenario: Scenario) => scenario.trigger('alarm')
const byTimer = (scenario: Scenario) => scenario.fireTimer('event')

it('event table › multiple › start', () => {
  for (const startDefinitionIndex of [0, 1, 2]) {
    const scenario = atStart(either)
    scenario.start({}, { startElementId: 'event', startDefinitionIndex })
    expectPassed(scenario)
  }
})

it('event table › multiple › start of an event sub-process', () => {
  for (const happen of [byMessage, bySignal, byTimer]) {
    const scenario = inEventSubProcess(either)
    happen(scenario)
    expectInterrupted(scenario)
  }
})

it('event table › multiple › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(either)
  byMessage(scenario)
  expectNonInterrupting(scenario, bySignal)
})

it('event table › multiple › intermediate catch', () => {
  for (const happen of [byMessage, bySignal, byTimer]) {
    const scenario = inBetween(either)
    happen(scenario)
    expectPassed(scenario)
  }
})

it('event table › multiple › boundary', () => {
  for (const happen of [byMessage, bySignal, byTimer]) {
    const scenario = onBoundary(either)
    happen(scenario)
    expectInterrupted(scenario)
  }
})

it('event table › multiple › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(either)
  byTimer(scenario)
  expectNonInterrupting(scenario, byMessage)
})

const thrown = on.message() + on.signal() + on.escalation('rise')

it('event table › multiple › intermediate throw', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><intermediateThrowEvent id="event">${thrown}</intermediateThrowEvent><userTask id="work"/>${path('s', 'event', 'work')}</subProcess>${path('start', 'sub')}${boundary('caught', 'sub', on.escalation(), 'cancelActivity="false"')}`,
    ),
  )
  scenario.start()
  expect(scenario.effects.map(({ kind }) => kind)).toEqual(['message', 'signal'])
  expect(scenario.tasks()).toEqual(['after-caught', 'work'])
})

it('event table › multiple › end', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><userTask id="work"/><parallelGateway id="fork"/><endEvent id="event">${on.terminate() + thrown}</endEvent>${path('start', 'fork', 'work')}${path('fork', 'event')}`,
    ),
  )
  scenario.start()
  expect(scenario.effects.map(({ kind }) => kind)).toEqual(['message', 'signal'])
  expect(scenario.isEnded()).toBe(true)
})

describe('a multiple event that throws', () => {
  const undo = `<boundaryEvent id="undo-event" attachedToRef="book">${on.compensation()}</boundaryEvent><userTask id="undo" isForCompensation="true"/><association id="x" sourceRef="undo-event" targetRef="undo"/>`

  it('continues with the rest after it has waited for one of them', () => {
    const external = '<messageEventDefinition messageRef="first" camunda:type="external" camunda:topic="post"/>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><task id="book"/>${undo}<endEvent id="event">${on.compensation() + external + on.signal()}</endEvent>${path('start', 'book', 'event')}`,
      ),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['event', 'undo'])
    scenario.complete('undo')
    expect(scenario.rows.externalTasks).toMatchObject([{ topic: 'post' }])
    expect(scenario.effects).toEqual([])
    scenario.completeExternal('post')
    expect(scenario.effects).toMatchObject([{ kind: 'signal' }])
    expect(scenario.isEnded()).toBe(true)
  })

  it('throws nothing more when it was interrupted by what it threw', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><endEvent id="event">${on.escalation('rise') + on.message()}</endEvent>${path('s', 'event')}</subProcess>${path('start', 'sub')}${boundary('caught', 'sub', on.escalation())}`,
      ),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['after-caught'])
    expect(scenario.effects).toEqual([])
  })
})

it('a multiple boundary event may catch an error beside what it waits for', () => {
  const file = bpmn(
    `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work"/><endEvent id="throws">${on.error('oops')}</endEvent>${path('s', 'work', 'throws')}</subProcess>${path('start', 'sub')}${boundary('event', 'sub', on.error('oops') + on.message())}`,
  )
  const byError = createScenario(file)
  byError.start()
  byError.complete('work')
  expect(byError.tasks()).toEqual(['after-event'])
  const byItsMessage = createScenario(file)
  byItsMessage.start()
  byMessage(byItsMessage)
  expect(byItsMessage.tasks()).toEqual(['after-event'])
})

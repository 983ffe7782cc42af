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

const both = on.message() + on.signal()
const attributes = 'parallelMultiple="true"'

function happen(scenario: Scenario): void {
  scenario.trigger('alarm')
  scenario.trigger('first')
}

it('event table › parallel multiple › start', () => {
  const scenario = atStart(on.message() + on.signal() + on.timer(), { attributes })
  scenario.start({}, { startElementId: 'event', startDefinitionIndex: 0 })
  expect(scenario.active()).toEqual(['event'])
  expect(scenario.waiting()).toEqual(['event', 'event'])
  scenario.fireTimer('event')
  scenario.trigger('alarm')
  expectPassed(scenario)
})

it('event table › parallel multiple › start of an event sub-process', () => {
  const scenario = inEventSubProcess(both, { attributes })
  scenario.trigger('first')
  expect(scenario.tasks()).toEqual(['work'])
  expect(scenario.waiting()).toEqual(['event'])
  scenario.trigger('alarm')
  expectInterrupted(scenario)
})

it('event table › parallel multiple › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(both, { attributes })
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › parallel multiple › intermediate catch', () => {
  const scenario = inBetween(both + on.timer() + on.condition(), { attributes })
  scenario.fireTimer('event')
  scenario.trigger('first')
  scenario.set({ ready: true })
  expect(scenario.active()).toEqual(['event'])
  scenario.trigger('alarm')
  expectPassed(scenario)
})

it('event table › parallel multiple › boundary', () => {
  const scenario = onBoundary(both, { attributes })
  scenario.trigger('alarm')
  expect(scenario.tasks()).toEqual(['work'])
  scenario.trigger('first')
  expectInterrupted(scenario)
})

it('event table › parallel multiple › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(both, { attributes })
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

describe('a parallel multiple event', () => {
  it('keeps the variables of each event that has happened', () => {
    const scenario = inBetween(both, { attributes })
    scenario.trigger('first', { a: 1 })
    scenario.trigger('alarm', { b: 2 })
    expect([scenario.variable('a'), scenario.variable('b')]).toEqual([1, 2])
  })

  it('happens once when one of its timers cannot come again', () => {
    const scenario = onNonInterruptingBoundary(on.message() + on.timer(), { attributes })
    scenario.fireTimer('event')
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['after', 'work'])
    expect(scenario.waiting()).toEqual([])
  })

  it('passes when its process is started at it without an event', () => {
    const scenario = atStart(both, { attributes })
    scenario.start({}, { startElementId: 'event' })
    expectPassed(scenario)
  })

  it('may be left by an interruption while some of its events have happened', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><intermediateCatchEvent id="event" ${attributes}>${both}</intermediateCatchEvent>${path('s', 'event')}</subProcess>${path('start', 'sub')}
        <boundaryEvent id="out" attachedToRef="sub">${on.timer()}</boundaryEvent>`),
    )
    scenario.start()
    scenario.trigger('first')
    scenario.fireTimer('out')
    expect(scenario.isEnded()).toBe(true)
  })
})

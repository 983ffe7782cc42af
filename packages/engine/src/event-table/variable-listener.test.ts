import { describe, expect, it } from 'vitest'
import type { Scenario } from '../testing/scenario.ts'
import {
  expectInterrupted,
  expectNonInterrupting,
  expectPassed,
  inBetween,
  inEventSubProcess,
  inNonInterruptingEventSubProcess,
  onBoundary,
  onNonInterruptingBoundary,
} from './positions.ts'

const listening = (change = '') =>
  `<extensionElements><flowable:variableListenerEventDefinition variableName="watched" ${change}/></extensionElements>`
const options = { dialect: 'flowable' } as const
let count = 0
const happen = (scenario: Scenario) => scenario.set({ watched: ++count })

it('event table › variable listener › start of an event sub-process', () => {
  const scenario = inEventSubProcess(listening(), options)
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › variable listener › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(listening(), options)
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › variable listener › intermediate catch', () => {
  const scenario = inBetween(listening(), options)
  happen(scenario)
  expectPassed(scenario)
})

it('event table › variable listener › boundary', () => {
  const scenario = onBoundary(listening(), options)
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › variable listener › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(listening(), options)
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

describe('a variable listener event', () => {
  it('answers the kind of change that it names', () => {
    const scenario = onNonInterruptingBoundary(listening('variableChangeType="update"'), options)
    scenario.set({ watched: 'new', other: 1 })
    expect(scenario.tasks()).toEqual(['work'])
    scenario.set({ watched: 'changed' })
    expect(scenario.tasks()).toEqual(['after', 'work'])
  })
})

import { expect, it } from 'vitest'
import { on } from '../testing/bpmn.ts'
import type { Scenario } from '../testing/scenario.ts'
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

const happen = (scenario: Scenario) => scenario.fireTimer('event')

it('event table › timer › start', () => {
  const scenario = atStart(on.cycle('R/PT1H'))
  scenario.start({}, { startElementId: 'event' })
  expect(scenario.tasks()).toEqual(['after'])
})

it('event table › timer › start of an event sub-process', () => {
  const scenario = inEventSubProcess(on.timer())
  expect(scenario.rows.jobs).toMatchObject([{ kind: 'timer', elementId: 'event', dueAt: '2026-03-02T11:00:00.000Z' }])
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › timer › start of an event sub-process, not interrupting', () => {
  const scenario = inNonInterruptingEventSubProcess(on.cycle('R/PT1H'))
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

it('event table › timer › intermediate catch', () => {
  const scenario = inBetween(on.date('2026-04-01T00:00:00Z'))
  expect(scenario.rows.jobs).toMatchObject([{ kind: 'timer', dueAt: '2026-04-01T00:00:00.000Z' }])
  happen(scenario)
  expectPassed(scenario)
})

it('event table › timer › boundary', () => {
  const scenario = onBoundary(on.timer())
  happen(scenario)
  expectInterrupted(scenario)
})

it('event table › timer › boundary, not interrupting', () => {
  const scenario = onNonInterruptingBoundary(on.cycle('R/PT1H'))
  happen(scenario)
  expectNonInterrupting(scenario, happen)
})

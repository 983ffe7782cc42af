import type { Dialect } from '@millrace/bpmn'
import { expect } from 'vitest'
import { boundary, bpmn, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'

/** Files with one event at each position where it can be caught, followed by the task `after`. */
export interface CaughtOptions {
  readonly dialect?: Dialect
  /** Attributes of the event itself. */
  readonly attributes?: string
  /** Variables at the start. */
  readonly variables?: Readonly<Record<string, unknown>>
}

const task = '<userTask id="work"/>'

export function atStart(definition: string, { dialect, attributes = '' }: CaughtOptions = {}): Scenario {
  const file = `<startEvent id="event" ${attributes}>${definition}</startEvent><userTask id="after"/>${path('event', 'after')}`
  return createScenario(bpmn(file, { dialect }))
}

export function inEventSubProcess(definition: string, options: CaughtOptions = {}): Scenario {
  const { dialect, attributes = '', variables = {} } = options
  const file = `<startEvent id="start"/>${task}${path('start', 'work')}
    <subProcess id="handler" triggeredByEvent="true"><startEvent id="event" ${attributes}>${definition}</startEvent>
      <userTask id="after"/>${path('event', 'after')}</subProcess>`
  return started(file, dialect, variables)
}

export function inNonInterruptingEventSubProcess(definition: string, options: CaughtOptions = {}): Scenario {
  return inEventSubProcess(definition, { ...options, attributes: `isInterrupting="false" ${options.attributes ?? ''}` })
}

export function inBetween(definition: string, options: CaughtOptions = {}): Scenario {
  const { dialect, attributes = '', variables = {} } = options
  const event = `<intermediateCatchEvent id="event" ${attributes}>${definition}</intermediateCatchEvent>`
  const file = `<startEvent id="start"/>${event}<userTask id="after"/>${path('start', 'event', 'after')}`
  return started(file, dialect, variables)
}

export function onBoundary(definition: string, options: CaughtOptions = {}): Scenario {
  const { dialect, attributes = '', variables = {} } = options
  const event = boundary('event', 'work', definition, attributes).replaceAll('after-event', 'after')
  return started(`<startEvent id="start"/>${task}${path('start', 'work')}${event}`, dialect, variables)
}

export function onNonInterruptingBoundary(definition: string, options: CaughtOptions = {}): Scenario {
  return onBoundary(definition, { ...options, attributes: `cancelActivity="false" ${options.attributes ?? ''}` })
}

/** Expects that the interrupted element no longer exists, and nothing waits for it. */
export function expectInterrupted(scenario: Scenario): void {
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.history()).toContain('!work')
  expect(scenario.waiting()).toEqual([])
}

/** Expects that the non-interrupted element continues, and that the event can happen again. */
export function expectNonInterrupting(scenario: Scenario, happen: (scenario: Scenario) => void): void {
  expect(scenario.tasks()).toEqual(['after', 'work'])
  happen(scenario)
  expect(scenario.tasks()).toEqual(['after', 'after', 'work'])
  for (const task of ['work', 'after', 'after']) scenario.complete(task)
  expect(scenario.isEnded()).toBe(true)
}

/** Expects that an intermediate event has happened. */
export function expectPassed(scenario: Scenario): void {
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.waiting()).toEqual([])
}

function started(file: string, dialect: Dialect | undefined, variables: CaughtOptions['variables']): Scenario {
  const scenario = createScenario(bpmn(file, { dialect }))
  scenario.start(variables)
  return scenario
}

import { expect, it } from 'vitest'
import { bpmn, path } from '../testing/bpmn.ts'
import { createScenario } from '../testing/scenario.ts'

const file = bpmn(
  `<startEvent id="start"/><intermediateThrowEvent id="between"/><endEvent id="end"/>${path('start', 'between', 'end')}`,
)

it('event table › none › start', () => {
  const scenario = createScenario(file)
  scenario.start()
  expect(scenario.history()[0]).toBe('start')
})

it('event table › none › intermediate throw', () => {
  const scenario = createScenario(file)
  scenario.start()
  expect(scenario.history()).toEqual(['start', 'between', 'end'])
})

it('event table › none › end', () => {
  const scenario = createScenario(file)
  scenario.start()
  expect(scenario.isEnded()).toBe(true)
  expect(scenario.events.at(-1)).toMatchObject({ type: 'instanceEnded', outcome: 'completed' })
})

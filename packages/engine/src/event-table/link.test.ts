import { expect, it } from 'vitest'
import { bpmn, flow, on, path } from '../testing/bpmn.ts'
import { createScenario } from '../testing/scenario.ts'

const file = bpmn(`<startEvent id="start"/><intermediateThrowEvent id="away">${on.link()}</intermediateThrowEvent>
  <intermediateCatchEvent id="here">${on.link()}</intermediateCatchEvent><userTask id="after"/>
  ${path('start', 'away')}${path('here', 'after')}`)

it('event table › link › intermediate throw', () => {
  const scenario = createScenario(file)
  scenario.start()
  expect(scenario.history()).toEqual(['start', 'away', 'here'])
})

it('event table › link › intermediate catch', () => {
  const scenario = createScenario(file)
  scenario.start()
  expect(scenario.tasks()).toEqual(['after'])
})

it('several links of one name lead to the same place', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><exclusiveGateway id="choose" default="choose-b"/>
      <intermediateThrowEvent id="a">${on.link()}</intermediateThrowEvent><intermediateThrowEvent id="b">${on.link()}</intermediateThrowEvent>
      <intermediateCatchEvent id="here">${on.link()}</intermediateCatchEvent><userTask id="after"/>
      ${path('start', 'choose')}${flow('choose', 'a', '${x == 1}')}${flow('choose', 'b')}${path('here', 'after')}`),
  )
  scenario.start({ x: 2 })
  expect(scenario.history()).toEqual(['start', 'choose', 'b', 'here'])
})

it('an inclusive join waits for a token that comes by a link', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><inclusiveGateway id="fork"/><userTask id="a"/><userTask id="b"/>
      <intermediateThrowEvent id="away">${on.link()}</intermediateThrowEvent>
      <intermediateCatchEvent id="here">${on.link()}</intermediateCatchEvent>
      <inclusiveGateway id="join"/><userTask id="after"/>
      ${path('start', 'fork', 'a', 'join', 'after')}${path('fork', 'b', 'away')}${path('here', 'join')}`),
  )
  scenario.start()
  scenario.complete('a')
  expect(scenario.active()).toEqual(['b', 'join'])
  scenario.complete('b')
  expect(scenario.tasks()).toEqual(['after'])
})

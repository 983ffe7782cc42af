import { expect, it } from 'vitest'
import { bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario } from '../testing/scenario.ts'

const undo = `<boundaryEvent id="undo-event" attachedToRef="book">${on.compensation()}</boundaryEvent><userTask id="undo" isForCompensation="true"/><association id="x" sourceRef="undo-event" targetRef="undo"/>`

it('event table › compensation › start of an event sub-process', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><task id="book"/>${path('s', 'book')}
      <subProcess id="handler" triggeredByEvent="true"><startEvent id="event">${on.compensation()}</startEvent><userTask id="undo"/>${path('event', 'undo')}</subProcess></subProcess>
      <endEvent id="throw">${on.compensation('sub')}</endEvent>${path('start', 'sub', 'throw')}`),
  )
  scenario.start()
  expect(scenario.tasks()).toEqual(['undo'])
  expect(scenario.active()).toEqual(['handler', 'sub', 'throw', 'undo'])
  scenario.complete('undo')
  expect(scenario.isEnded()).toBe(true)
})

it('event table › compensation › boundary', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><task id="book"/>${undo}<userTask id="work"/><endEvent id="throw">${on.compensation()}</endEvent>${path('start', 'book', 'work', 'throw')}`,
    ),
  )
  scenario.start()
  expect(scenario.rows.subscriptions).toMatchObject([{ kind: 'compensate', elementId: 'undo' }])
  scenario.complete('work')
  expect(scenario.tasks()).toEqual(['undo'])
})

it('event table › compensation › intermediate throw', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><task id="book"/>${undo}<intermediateThrowEvent id="throw">${on.compensation('book')}</intermediateThrowEvent><userTask id="after"/>${path('start', 'book', 'throw', 'after')}`,
    ),
  )
  scenario.start()
  expect(scenario.active()).toEqual(['throw', 'undo'])
  scenario.complete('undo')
  expect(scenario.tasks()).toEqual(['after'])
})

it('event table › compensation › end', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><task id="book"/>${undo}<endEvent id="throw">${on.compensation()}</endEvent>${path('start', 'book', 'throw')}`,
    ),
  )
  scenario.start()
  scenario.complete('undo')
  expect(scenario.isEnded()).toBe(true)
  expect(scenario.history()).toEqual(['start', 'book', 'undo', 'throw'])
})

import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'

const undo = `<boundaryEvent id="undo-event" attachedToRef="book">${on.compensation()}</boundaryEvent><userTask id="undo" isForCompensation="true"/><association id="x" sourceRef="undo-event" targetRef="undo"/>`

/** A transaction that books, which can be undone, and then is cancelled beside other work. */
function cancelled(around: string, more = undo, loop = ''): Scenario {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><transaction id="deal">${loop}<startEvent id="s"/><parallelGateway id="fork"/>
      <userTask id="work"/><task id="book"/><userTask id="doubt"/><endEvent id="event">${on.cancel()}</endEvent>
      ${path('s', 'fork', 'work')}${path('fork', 'book', 'doubt', 'event')}${more}</transaction>
      <userTask id="normal"/>${path('start', 'deal', 'normal')}${around}`),
  )
  scenario.start()
  scenario.complete('doubt')
  return scenario
}

it('event table › cancel › boundary', () => {
  const scenario = cancelled(boundary('caught', 'deal', on.cancel()))
  scenario.complete('undo')
  expect(scenario.active()).toEqual(['after-caught'])
})

it('event table › cancel › end', () => {
  const scenario = cancelled(boundary('caught', 'deal', on.cancel()))
  expect(scenario.active()).toEqual(['deal', 'event', 'undo'])
  expect(scenario.history()).toContain('!work')
})

describe('a cancelled transaction', () => {
  it('without anything to undo leaves at once', () => {
    expect(cancelled(boundary('caught', 'deal', on.cancel()), '').active()).toEqual(['after-caught'])
  })

  it('that no boundary event takes over ends its path', () => {
    const scenario = cancelled('')
    scenario.complete('undo')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).toContain('!deal')
  })

  it('cancels every run of a multi-instance transaction', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
    const scenario = cancelled(boundary('caught', 'deal', on.cancel()), undo, loop)
    expect(scenario.tasks()).toEqual(['doubt', 'undo', 'work'])
    scenario.complete('undo')
    expect(scenario.active()).toEqual(['after-caught'])
  })

  it('may still be left by an error, which undoes nothing', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><transaction id="deal"><startEvent id="s"/><task id="book"/><endEvent id="event">${on.error('oops')}</endEvent>${path('s', 'book', 'event')}${undo}</transaction>${path('start', 'deal')}${boundary('caught', 'deal', on.error('oops'))}`,
      ),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['after-caught'])
  })
})

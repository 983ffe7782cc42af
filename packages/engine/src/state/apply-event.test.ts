import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { rowsOf } from '../testing/rows.ts'
import { createScenario } from '../testing/scenario.ts'
import { applyEvent } from './apply-event.ts'
import { createState, noRows } from './instance-state.ts'

describe('the events of an instance', () => {
  it('replayed from the beginning give its state at each step', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><serviceTask id="b" camunda:type="external" camunda:topic="t"/><parallelGateway id="join"/><userTask id="last"/>
        ${path('start', 'fork', 'a', 'join', 'last')}${path('fork', 'b', 'join')}${boundary('beside', 'a', on.cycle('R/PT1H'), 'cancelActivity="false"')}`),
    )
    const { rootId } = scenario.rows
    const replayed = createState({ rootId, ...noRows })
    let applied = 0
    const steps = [
      () => scenario.start({ x: 1 }),
      () => scenario.fireTimer('beside'),
      () => scenario.set({ x: 2, y: 'z' }),
      () => scenario.complete('a'),
      () => scenario.completeExternal('t'),
      () => scenario.complete('after-beside'),
      () => scenario.complete('last'),
    ]
    for (const step of steps) {
      step()
      for (const event of scenario.events.slice(applied)) applyEvent(replayed, event)
      applied = scenario.events.length
      expect(rowsOf(replayed)).toEqual(scenario.rows)
    }
    expect(scenario.isEnded()).toBe(true)
  })

  it('count the open children of each scope', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('s', 'fork', 'a')}${path('fork', 'b')}</subProcess>${path('start', 'sub')}`,
      ),
    )
    scenario.start()
    const sub = () => scenario.rows.elements.find(({ elementId }) => elementId === 'sub')?.openChildren
    expect([scenario.rows.instances[0]?.openChildren, sub()]).toEqual([1, 2])
    scenario.complete('a')
    expect(sub()).toBe(1)
  })
})

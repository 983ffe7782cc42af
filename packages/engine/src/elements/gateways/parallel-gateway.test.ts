import { describe, expect, it } from 'vitest'
import { boundary, bpmn, flow, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const forkAndJoin = bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>
  <parallelGateway id="join"/><endEvent id="end"/>
  ${path('start', 'fork', 'a', 'join', 'end')}${path('fork', 'b', 'join')}`)

describe('a parallel gateway', () => {
  it('waits for every incoming flow', () => {
    const scenario = createScenario(forkAndJoin)
    scenario.start()
    expect(scenario.tasks()).toEqual(['a', 'b'])
    scenario.complete('b')
    expect(scenario.active()).toEqual(['a', 'join'])
    scenario.complete('a')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).toEqual(['start', 'fork', 'b', 'a', 'join', 'end'])
  })

  it('does not count two tokens of one flow as two flows', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="a2"/><userTask id="b"/>
        <exclusiveGateway id="merge"/><parallelGateway id="join"/><userTask id="after"/>
        ${path('start', 'fork', 'a', 'merge', 'join', 'after')}${path('fork', 'a2', 'merge')}${path('fork', 'b', 'join')}`),
    )
    scenario.start()
    scenario.complete('a')
    scenario.complete('a2')
    expect(scenario.tasks()).toEqual(['b'])
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.active()).toEqual(['after', 'join'])
  })

  it('asks only for the arrivals at the join when it is part of a big instance', () => {
    const scenario = createScenario(forkAndJoin)
    scenario.start()
    scenario.complete('b')
    const { rootId } = scenario.rows
    expect(scenario.needs).toEqual([{ kind: 'join', scopeId: rootId, elementId: 'join' }])
  })

  it('joins and forks at once', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/><parallelGateway id="both"/>
        <userTask id="c"/><userTask id="d"/>${path('start', 'fork', 'a', 'both', 'c')}${path('fork', 'b', 'both', 'd')}`),
    )
    scenario.start()
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['c', 'd'])
  })

  it('may be passed round after round', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><exclusiveGateway id="again"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>
        <parallelGateway id="join"/><exclusiveGateway id="choose" default="choose-again"/><endEvent id="end"/>
        ${path('start', 'again', 'fork', 'a', 'join', 'choose')}${path('fork', 'b', 'join')}${flow('choose', 'end', '${done}')}${flow('choose', 'again')}`),
    )
    scenario.start({ done: false })
    for (const done of [false, false, true]) {
      scenario.complete('a')
      scenario.complete('b', { done })
    }
    expect(scenario.isEnded()).toBe(true)
  })

  it('loses what has arrived when its scope is interrupted', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>
        <parallelGateway id="join"/>${path('s', 'fork', 'a', 'join')}${path('fork', 'b', 'join')}</subProcess>${path('start', 'sub')}${boundary('out', 'sub', on.timer())}`),
    )
    scenario.start()
    scenario.complete('a')
    scenario.fireTimer('out')
    expect(scenario.active()).toEqual(['after-out'])
  })

  it('continues asynchronously on each arrival when it says so', () => {
    const scenario = createScenario(forkAndJoin.replace('id="join"', 'id="join" camunda:asyncBefore="true"'))
    scenario.start()
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.rows.jobs).toHaveLength(2)
    scenario.runJobs()
    expect(scenario.isEnded()).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { boundary, bpmn, flow, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const file =
  bpmn(`<startEvent id="start"/><inclusiveGateway id="fork"/><userTask id="a"/><userTask id="b"/><userTask id="c"/>
  <inclusiveGateway id="join"/><userTask id="after"/><endEvent id="away"/>
  ${path('start', 'fork')}${flow('fork', 'a', '${n >= 1}')}${flow('fork', 'b', '${n >= 2}')}${flow('fork', 'c', '${n >= 3}')}
  ${path('a', 'join', 'after')}${path('b', 'join')}${path('c', 'away')}`)

describe('an inclusive gateway', () => {
  it.each([
    [1, ['a']],
    [2, ['a', 'b']],
  ])('with %i waits only for the branches that were taken', (n, tasks) => {
    const scenario = createScenario(file)
    scenario.start({ n })
    expect(scenario.tasks()).toEqual(tasks)
    for (const task of tasks) scenario.complete(task)
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('does not wait for a branch that cannot arrive', () => {
    const scenario = createScenario(file)
    scenario.start({ n: 3 })
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after', 'c'])
  })

  it('fails when no condition holds and there is no default flow', () => {
    expect(createScenario(file).start({ n: 0 })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.no-flow-taken', elementId: 'fork' },
    })
  })

  it('takes the default flow when no condition holds', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><inclusiveGateway id="fork" default="fork-b"/><userTask id="a"/><userTask id="b"/>
        ${path('start', 'fork')}${flow('fork', 'a', '${false}')}${flow('fork', 'b')}`),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['b'])
  })

  /** `a` arrives at the join; the other branch may still turn away from it. */
  const turning = (branch: string) => `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/>
    <inclusiveGateway id="join"/><userTask id="after"/><userTask id="elsewhere"/>
    ${path('start', 'fork', 'a', 'join', 'after')}${branch}`

  it('continues when the last token that could arrive turns away', () => {
    const branch = `<userTask id="b"/><exclusiveGateway id="choose" default="choose-elsewhere"/>${path('fork', 'b', 'choose')}${flow('choose', 'join', '${false}')}${flow('choose', 'elsewhere')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.active()).toEqual(['b', 'join'])
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after', 'elsewhere'])
  })

  it('continues when the last token that could arrive is interrupted', () => {
    const branch = `<userTask id="b"/>${path('fork', 'b', 'join')}<boundaryEvent id="out" attachedToRef="b">${on.timer()}</boundaryEvent>${flow('out', 'elsewhere')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.active()).toEqual(['b', 'join'])
    scenario.fireTimer('out')
    expect(scenario.tasks()).toEqual(['after', 'elsewhere'])
  })

  it('continues when an event that leads elsewhere wins behind a gateway', () => {
    const branch = `<eventBasedGateway id="race"/><intermediateCatchEvent id="one">${on.message()}</intermediateCatchEvent><intermediateCatchEvent id="two">${on.signal()}</intermediateCatchEvent>
      ${path('fork', 'race', 'one', 'join')}${path('race', 'two', 'elsewhere')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.active()).toEqual(['join', 'race'])
    scenario.trigger('alarm')
    expect(scenario.tasks()).toEqual(['after', 'elsewhere'])
  })

  it('waits for a token in a sub-process before it', () => {
    const branch = `<subProcess id="sub"><startEvent id="s"/><userTask id="inner"/>${path('s', 'inner')}</subProcess>${path('fork', 'sub', 'join')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.tasks()).toEqual(['inner'])
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('waits for a token that still waits for its asynchronous continuation', () => {
    const branch = `<task id="b" camunda:asyncBefore="true"/>${path('fork', 'b', 'join')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.tasks()).toEqual([])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('passes one token after another in a loop', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><inclusiveGateway id="again"/><userTask id="a"/><exclusiveGateway id="choose" default="choose-again"/><endEvent id="end"/>
        ${path('start', 'again', 'a', 'choose')}${flow('choose', 'end', '${done}')}${flow('choose', 'again')}`),
    )
    scenario.start({ done: false })
    scenario.complete('a')
    scenario.complete('a', { done: true })
    expect(scenario.isEnded()).toBe(true)
  })

  it('continues beside a compensation handler, which never arrives', () => {
    const branch = `<task id="book"/><boundaryEvent id="undo-event" attachedToRef="book">${on.compensation()}</boundaryEvent><userTask id="undo" isForCompensation="true"/><association id="x" sourceRef="undo-event" targetRef="undo"/>
      <endEvent id="throw">${on.compensation()}</endEvent>${path('fork', 'book', 'throw')}`
    const scenario = createScenario(bpmn(turning(branch)))
    scenario.start()
    scenario.complete('a')
    expect(scenario.tasks()).toEqual(['after', 'undo'])
  })

  it('with a boundary event on an activity before it waits for both ways', () => {
    const scenario = createScenario(
      bpmn(
        `${turning(`<userTask id="b"/>${path('fork', 'b', 'join')}`)}${boundary('beside', 'b', on.signal(), 'cancelActivity="false"')}${flow('after-beside', 'join')}`,
      ),
    )
    scenario.start()
    scenario.complete('a')
    scenario.trigger('alarm')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after-beside'])
    scenario.complete('after-beside')
    expect(scenario.tasks()).toEqual(['after'])
  })
})

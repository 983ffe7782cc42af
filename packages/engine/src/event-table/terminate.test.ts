import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario } from '../testing/scenario.ts'

const inner = (terminate: string, more = '') => `<startEvent id="s"/><parallelGateway id="fork"/><userTask id="work"/>
  <userTask id="last"/><endEvent id="event">${terminate}</endEvent>${path('s', 'fork', 'work')}${path('fork', 'last', 'event')}${more}`

it('event table › terminate › end', () => {
  const scenario = createScenario(bpmn(inner(on.terminate())))
  scenario.start()
  scenario.complete('last')
  expect(scenario.isEnded()).toBe(true)
  expect(scenario.history()).toContain('!work')
  expect(scenario.events.at(-1)).toMatchObject({
    type: 'instanceEnded',
    outcome: 'terminated',
    endElementId: 'event',
  })
})

describe('a terminate end event', () => {
  it('in a sub-process ends that only, and the process continues', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${inner(on.terminate())}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      ),
    )
    scenario.start()
    scenario.complete('last')
    expect(scenario.active()).toEqual(['after'])
  })

  it('ends tokens that are still on their way in its scope', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/><endEvent id="event">${on.terminate()}</endEvent><userTask id="late"/>${path('s', 'fork', 'event')}${path('fork', 'late')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      ),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['after'])
    expect(scenario.history()).not.toContain('!late')
  })

  it('in a run of a multi-instance sub-process ends that run', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>${inner(on.terminate())}</subProcess>${path('start', 'sub')}`,
      ),
    )
    scenario.start()
    scenario.complete('last')
    expect(scenario.tasks()).toEqual(['last', 'work'])
    scenario.complete('last')
    expect(scenario.isEnded()).toBe(true)
  })

  it('ends a called process, and its caller continues', () => {
    const scenario = createScenario([
      bpmn(
        `<startEvent id="start"/><callActivity id="call" calledElement="called"/><userTask id="after"/>${path('start', 'call', 'after')}`,
      ),
      bpmn(inner(on.terminate()), { id: 'called' }),
    ])
    scenario.start()
    scenario.complete('last')
    expect(scenario.active()).toEqual(['after'])
  })

  it('leaves nothing of its scope to be compensated', () => {
    const undo = `${boundary('undo-event', 'last', on.compensation()).replace(/<userTask id="after-undo-event"\/>.*/, '')}<userTask id="undo" isForCompensation="true"/><association id="x" sourceRef="undo-event" targetRef="undo"/>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${inner(on.terminate(), undo)}</subProcess><endEvent id="throw">${on.compensation()}</endEvent>${path('start', 'sub', 'throw')}`,
      ),
    )
    scenario.start()
    scenario.complete('last')
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('of a Flowable model, a terminate end event', () => {
  const file = (attribute: string, loop = '') =>
    bpmn(
      `<startEvent id="start"/><subProcess id="sub">${loop}${inner(`<terminateEventDefinition ${attribute}/>`)}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      { dialect: 'flowable', id: 'called' },
    )
  const calling = bpmn(
    `<startEvent id="start"/><callActivity id="call" calledElement="called"/><userTask id="never"/>${path('start', 'call', 'never')}`,
    { dialect: 'flowable' },
  )

  it('may end the root with everything that it has called', () => {
    const scenario = createScenario([calling, file('flowable:terminateAll="true"')])
    scenario.start()
    scenario.complete('last')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).not.toContain('never')
  })

  it('may end every run of the multi-instance activity around it', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const scenario = createScenario(file('flowable:terminateMultiInstance="true"', loop))
    scenario.start()
    scenario.complete('last')
    expect(scenario.active()).toEqual(['after'])
  })
})

import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const events = `<intermediateCatchEvent id="message">${on.message()}</intermediateCatchEvent><intermediateCatchEvent id="timer">${on.timer()}</intermediateCatchEvent>
  <intermediateCatchEvent id="condition">${on.condition('${ready}')}</intermediateCatchEvent><userTask id="a"/><userTask id="b"/><userTask id="c"/>
  ${path('race', 'message', 'a')}${path('race', 'timer', 'b')}${path('race', 'condition', 'c')}`
const file = bpmn(`<startEvent id="start"/><eventBasedGateway id="race"/>${path('start', 'race')}${events}`)

describe('an event-based gateway', () => {
  it('waits itself for the events behind it', () => {
    const scenario = createScenario(file)
    scenario.start({ ready: false })
    expect(scenario.active()).toEqual(['race'])
    expect(scenario.waiting()).toEqual(['condition', 'message', 'timer'])
  })

  it('takes the flow of the first event, and waits for the others no more', () => {
    const scenario = createScenario(file)
    scenario.start({ ready: false })
    scenario.fireTimer('timer')
    expect(scenario.active()).toEqual(['b'])
    expect(scenario.waiting()).toEqual([])
    expect(scenario.history()).toEqual(['start', '!race', 'timer'])
  })

  it('takes a flow at once whose condition holds', () => {
    const scenario = createScenario(file)
    scenario.start({ ready: true })
    expect(scenario.active()).toEqual(['c'])
  })

  it.each(['bpmn', 'camunda', 'operaton', 'flowable'] as const)(
    'waits for a receive task too in models of %s',
    (dialect) => {
      const file = bpmn(
        `<startEvent id="start"/><eventBasedGateway id="race"/><receiveTask id="receive" messageRef="first"/><intermediateCatchEvent id="timer">${on.timer()}</intermediateCatchEvent><userTask id="after"/><userTask id="late"/>
        ${path('start', 'race', 'receive', 'after')}${path('race', 'timer', 'late')}`,
        { dialect },
      )
      const scenario = createScenario(file)
      scenario.start()
      expect(scenario.waiting()).toEqual(['receive', 'timer'])
      scenario.trigger('first')
      expect(scenario.active()).toEqual(['after'])
      expect(scenario.history()).toContain('receive')
      expect(scenario.waiting()).toEqual([])
      const other = createScenario(file)
      other.start()
      other.fireTimer('timer')
      expect([other.active(), other.waiting()]).toEqual([['late'], []])
    },
  )

  it('continues with a multiple event behind it when one of its events happens', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><eventBasedGateway id="race"/><intermediateCatchEvent id="several">${on.message() + on.signal()}</intermediateCatchEvent><intermediateCatchEvent id="timer">${on.timer()}</intermediateCatchEvent><userTask id="after"/>
        ${path('start', 'race', 'several', 'after')}${path('race', 'timer')}`),
    )
    scenario.start()
    scenario.trigger('alarm')
    expect(scenario.active()).toEqual(['after'])
  })
})

describe('an event-based gateway that begins a process', () => {
  const beginning = (attributes: string) =>
    bpmn(
      `<eventBasedGateway id="race" instantiate="true" ${attributes}/>
    <intermediateCatchEvent id="message">${on.message()}</intermediateCatchEvent><intermediateCatchEvent id="signal">${on.signal()}</intermediateCatchEvent>
    <receiveTask id="receive" messageRef="second"/><userTask id="a"/><userTask id="b"/><userTask id="c"/>
    ${path('race', 'message', 'a')}${path('race', 'signal', 'b')}${path('race', 'receive', 'c')}`,
      { dialect: 'bpmn' },
    )

  it('is passed by the event that has made the instance, and waits for no other', () => {
    const scenario = createScenario(beginning(''))
    scenario.start({}, { startElementId: 'signal' })
    expect(scenario.history()).toEqual(['race', 'signal'])
    expect(scenario.active()).toEqual(['b'])
    expect(scenario.waiting()).toEqual([])
  })

  it('is passed by a receive task behind it', () => {
    const scenario = createScenario(beginning(''))
    scenario.start({}, { startElementId: 'receive' })
    expect(scenario.active()).toEqual(['c'])
  })

  it('when parallel continues waiting for its other events', () => {
    const scenario = createScenario(beginning('eventGatewayType="Parallel"'))
    scenario.start({}, { startElementId: 'message' })
    expect(scenario.active()).toEqual(['a', 'race'])
    expect(scenario.waiting()).toEqual(['receive', 'signal'])
    scenario.trigger('second')
    expect(scenario.active()).toEqual(['a', 'c', 'race'])
    scenario.complete('a')
    scenario.trigger('alarm')
    expect(scenario.active()).toEqual(['b', 'c'])
    scenario.complete('b')
    scenario.complete('c')
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).not.toContain('!race')
  })

  it('cannot be started by key', () => {
    expect(createScenario(beginning('')).start()).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.start-not-possible' },
    })
  })
})

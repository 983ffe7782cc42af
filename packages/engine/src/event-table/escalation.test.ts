import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'

/** A sub-process in which `throws` escalates when its task is complete, beside other work. */
function thrownInside(
  around: string,
  {
    inside = '',
    element = 'intermediateThrowEvent',
    dialect = 'camunda',
  }: { inside?: string; element?: string; dialect?: 'camunda' | 'flowable' } = {},
): Scenario {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/>
      <userTask id="work"/><userTask id="try"/><${element} id="throws">${on.escalation('rise')}</${element}>
      ${path('s', 'fork', 'work')}${path('fork', 'try', 'throws')}${inside}</subProcess>
      <userTask id="normal"/>${path('start', 'sub', 'normal')}${around}`,
      { dialect },
    ),
  )
  scenario.start()
  scenario.complete('try')
  return scenario
}

const handler = (definition: string, attributes = '') =>
  `<subProcess id="handler" triggeredByEvent="true"><startEvent id="handler-event" ${attributes}>${definition}</startEvent><userTask id="after"/>${path('handler-event', 'after')}</subProcess>`
const furtherOn = `<userTask id="further"/>${path('throws', 'further')}`

it('event table › escalation › start of an event sub-process', () => {
  const scenario = thrownInside('', { inside: handler(on.escalation('rise')) })
  expect(scenario.tasks()).toEqual(['after'])
  expect(scenario.history()).toContain('!work')
})

it('event table › escalation › start of an event sub-process, not interrupting', () => {
  const scenario = thrownInside('', { inside: handler(on.escalation('rise'), 'isInterrupting="false"') + furtherOn })
  expect(scenario.tasks()).toEqual(['after', 'further', 'work'])
})

it('event table › escalation › boundary', () => {
  const scenario = thrownInside(boundary('event', 'sub', on.escalation('rise')))
  expect(scenario.tasks()).toEqual(['after-event'])
  expect(scenario.history()).toContain('!sub')
})

it('event table › escalation › boundary, not interrupting', () => {
  const scenario = thrownInside(boundary('event', 'sub', on.escalation('rise'), 'cancelActivity="false"'), {
    inside: furtherOn,
  })
  expect(scenario.tasks()).toEqual(['after-event', 'further', 'work'])
})

it('event table › escalation › intermediate throw', () => {
  const scenario = thrownInside('', { inside: furtherOn })
  expect(scenario.tasks()).toEqual(['further', 'work'])
})

it('event table › escalation › end', () => {
  const scenario = thrownInside(boundary('event', 'sub', on.escalation('rise'), 'cancelActivity="false"'), {
    element: 'endEvent',
  })
  expect(scenario.tasks()).toEqual(['after-event', 'work'])
})

describe('an escalation', () => {
  it('is caught by an event without a code', () => {
    expect(thrownInside(boundary('event', 'sub', on.escalation())).tasks()).toEqual(['after-event'])
  })

  it('passes events that catch another code', () => {
    expect(thrownInside(boundary('event', 'sub', on.escalation('steep'))).tasks()).toEqual(['work'])
  })

  it('leaves its code in the variable that the event names', () => {
    const definition = '<escalationEventDefinition escalationRef="rise" camunda:escalationCodeVariable="code"/>'
    expect(thrownInside(boundary('event', 'sub', definition)).variable('code')).toBe('rise')
  })

  it('never interrupts by an event sub-process in a Flowable model', () => {
    const scenario = thrownInside('', { inside: handler(on.escalation('rise')), dialect: 'flowable' })
    expect(scenario.tasks()).toEqual(['after', 'work'])
  })

  it('of a called process may end it', () => {
    const called = bpmn(
      `<startEvent id="start"/><intermediateThrowEvent id="throws">${on.escalation('rise')}</intermediateThrowEvent><userTask id="inner"/>${path('start', 'throws', 'inner')}`,
      { id: 'called' },
    )
    const calling = (attributes: string) =>
      bpmn(
        `<startEvent id="start"/><callActivity id="call" calledElement="called"/>${path('start', 'call')}${boundary('event', 'call', on.escalation('rise'), attributes)}`,
      )
    const interrupted = createScenario([calling(''), called])
    interrupted.start()
    expect(interrupted.active()).toEqual(['after-event'])
    expect(interrupted.rows.instances).toHaveLength(1)
    const beside = createScenario([calling('cancelActivity="false"'), called])
    beside.start()
    expect(beside.tasks()).toEqual(['after-event', 'inner'])
  })
  it('of a called process passes its variables on even when it is caught there', () => {
    const called = bpmn(
      `<startEvent id="start"/><serviceTask id="work" camunda:expression="\${5}" camunda:resultVariable="n"/><intermediateThrowEvent id="throws">${on.escalation('rise')}</intermediateThrowEvent><userTask id="inner"/>${path('start', 'work', 'throws', 'inner')}<subProcess id="handler" triggeredByEvent="true"><startEvent id="when" isInterrupting="false">${on.escalation('rise')}</startEvent></subProcess>`,
      { id: 'called' },
    )
    const calling = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called"><extensionElements><camunda:out source="n" target="result"/></extensionElements></callActivity>${path('start', 'call')}`,
    )
    const scenario = createScenario([calling, called])
    scenario.start()
    expect(scenario.tasks()).toEqual(['inner'])
    expect(scenario.variable('result')).toBe(5)
  })
})

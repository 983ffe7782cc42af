import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'

/** A sub-process in which `throws` ends with the error `oops` when its task is complete; `around` catches it. */
function thrownInside(
  around: string,
  { inside = '', code = 'oops' }: { inside?: string; code?: string } = {},
): Scenario {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/>
      <userTask id="work"/><userTask id="try"/><endEvent id="throws">${on.error(code)}</endEvent>
      ${path('s', 'fork', 'work')}${path('fork', 'try', 'throws')}${inside}</subProcess>
      <userTask id="normal"/>${path('start', 'sub', 'normal')}${around}`),
  )
  scenario.start()
  scenario.complete('try')
  return scenario
}

const handler = (definition: string, id = 'handler') =>
  `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}-event">${definition}</startEvent><userTask id="after-${id}"/>${path(`${id}-event`, `after-${id}`)}</subProcess>`

it('event table › error › start of an event sub-process', () => {
  const scenario = thrownInside('', { inside: handler(on.error('oops')) })
  expect(scenario.tasks()).toEqual(['after-handler'])
  expect(scenario.history()).toContain('!work')
  scenario.complete('after-handler')
  expect(scenario.tasks()).toEqual(['normal'])
})

it('event table › error › boundary', () => {
  const scenario = thrownInside(boundary('event', 'sub', on.error('oops')))
  expect(scenario.tasks()).toEqual(['after-event'])
  expect(scenario.history()).toEqual(expect.arrayContaining(['!work', '!sub', 'event']))
})

it('event table › error › end', () => {
  const scenario = thrownInside(boundary('event', 'sub', on.error('oops')))
  expect(scenario.history()).toContain('!throws')
  expect(scenario.active()).toEqual(['after-event'])
})

describe('an error', () => {
  it('is caught by the innermost event that catches its code', () => {
    const scenario = thrownInside(boundary('event', 'sub', on.error('oops')), { inside: handler(on.error('oops')) })
    expect(scenario.tasks()).toEqual(['after-handler'])
  })

  it('passes events that catch another code', () => {
    const scenario = thrownInside(boundary('event', 'sub', on.error('oops')), { inside: handler(on.error('other')) })
    expect(scenario.tasks()).toEqual(['after-event'])
  })

  it('is caught by an event without a code when none beside it names the code', () => {
    const both = boundary('any', 'sub', on.error()) + boundary('event', 'sub', on.error('oops'))
    expect(thrownInside(both).tasks()).toEqual(['after-event'])
    expect(thrownInside(both, { code: 'other' }).tasks()).toEqual(['after-any'])
  })

  it('thrown by the handler of an error is not caught by its own scope again', () => {
    const again = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="handler-event">${on.error('oops')}</startEvent><endEvent id="again">${on.error('oops')}</endEvent>${path('handler-event', 'again')}</subProcess>`
    const scenario = thrownInside(boundary('event', 'sub', on.error('oops')), { inside: again })
    expect(scenario.tasks()).toEqual(['after-event'])
  })

  it('that nothing catches ends its path only', () => {
    const scenario = thrownInside('')
    expect(scenario.tasks()).toEqual(['work'])
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['normal'])
  })

  it('that nothing catches fails the step in a Flowable model', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><endEvent id="throws">${on.error('oops')}</endEvent>${path('start', 'throws')}`, {
        dialect: 'flowable',
      }),
    )
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.error-uncaught', elementId: 'throws', detail: { errorCode: 'oops' } },
    })
  })

  it('leaves its code and message in the variables that the event names', () => {
    const catching =
      '<errorEventDefinition errorRef="bad" camunda:errorCodeVariable="code" camunda:errorMessageVariable="text"/>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><endEvent id="throws">${on.error('bad')}</endEvent>${path('s', 'throws')}</subProcess>${path('start', 'sub')}${boundary('event', 'sub', catching)}`,
        { definitions: '<error id="bad" errorCode="bad-7" camunda:errorMessage="It is ${how}."/>' },
      ),
    )
    scenario.start({ how: 'bad' })
    expect(scenario.variable('code')).toBe('bad-7')
    expect(scenario.variable('text')).toBe('It is bad.')
  })

  it('interrupts, even when the model says that it should not', () => {
    const scenario = thrownInside(boundary('event', 'sub', on.error('oops'), 'cancelActivity="false"'))
    expect(scenario.tasks()).toEqual(['after-event'])
  })

  it('ends every run of a multi-instance sub-process whose boundary catches it', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>
        <startEvent id="s"/><userTask id="try"/><endEvent id="throws">${on.error('oops')}</endEvent>${path('s', 'try', 'throws')}</subProcess>${path('start', 'sub')}${boundary('event', 'sub', on.error('oops'))}`),
    )
    scenario.start()
    scenario.complete('try')
    expect(scenario.active()).toEqual(['after-event'])
  })
})

describe('an error of a called process', () => {
  const called = bpmn(
    `<startEvent id="start"/><userTask id="inner"/><endEvent id="throws">${on.error('oops')}</endEvent>${path('start', 'inner', 'throws')}`,
    { id: 'called' },
  )
  const calling = (around: string, mapping = '') =>
    bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="called"><extensionElements>${mapping}</extensionElements></callActivity>${path('start', 'call')}${around}`,
    )

  it('is caught at the call activity, with its outputs', () => {
    const mapping = '<camunda:out source="found" target="result"/>'
    const scenario = createScenario([calling(boundary('event', 'call', on.error('oops')), mapping), called])
    scenario.start()
    scenario.complete('inner', { found: 5 })
    expect(scenario.active()).toEqual(['after-event'])
    expect(scenario.rows.instances).toHaveLength(1)
    expect(scenario.variable('result')).toBe(5)
  })

  it('is caught by an event sub-process of the calling process', () => {
    const scenario = createScenario([calling(handler(on.error('oops'))), called])
    scenario.start()
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after-handler'])
    expect(scenario.rows.instances).toHaveLength(1)
  })
})

describe('of a Flowable model, an error that an event sub-process catches', () => {
  const handler =
    '<subProcess id="handler" triggeredByEvent="true"><startEvent id="when"><errorEventDefinition errorRef="oops"/></startEvent><userTask id="handle"/><sequenceFlow id="h" sourceRef="when" targetRef="handle"/></subProcess>'
  const work = `<startEvent id="s"/><parallelGateway id="fork"/><userTask id="work"/><userTask id="try"/><endEvent id="throws"><errorEventDefinition errorRef="oops"/></endEvent>${path('s', 'fork', 'work')}${path('fork', 'try', 'throws')}`

  it('leaves the work beside it in a sub-process alone', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${work}${handler}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    scenario.complete('try')
    expect(scenario.tasks()).toEqual(['handle', 'work'])
    scenario.complete('handle')
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('ends the sub-process that it came out of', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="outer"><startEvent id="o"/><parallelGateway id="split"/><subProcess id="sub">${work}</subProcess><userTask id="beside"/>${path('o', 'split', 'sub')}${path('split', 'beside')}${handler}</subProcess>${path('start', 'outer')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    scenario.complete('try')
    expect(scenario.tasks()).toEqual(['beside', 'handle'])
  })

  it('ends everything else of the process', () => {
    const scenario = createScenario(bpmn(`${work}${handler}`, { dialect: 'flowable' }))
    scenario.start()
    scenario.complete('try')
    expect(scenario.tasks()).toEqual(['handle'])
  })
})

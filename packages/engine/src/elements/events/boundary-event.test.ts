import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const listener = (event: string, name: string) =>
  `<camunda:executionListener event="${event}" expression="\${execution.setVariable('${name}', execution.currentActivityId)}"/>`

describe('a boundary event', () => {
  it('is part of history only when it has fired', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}${boundary('event', 'work', on.timer())}`,
      ),
    )
    scenario.start()
    scenario.complete('work')
    expect(scenario.history()).toEqual(['start', 'work'])
    expect(scenario.isEnded()).toBe(true)
  })

  it('runs its listeners, and the end listeners of what it interrupts', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="work"><extensionElements>${listener('end', 'ended')}</extensionElements></userTask>${path('start', 'work')}
        <boundaryEvent id="event" attachedToRef="work"><extensionElements>${listener('start', 'fired')}</extensionElements>${on.timer()}</boundaryEvent>`),
    )
    scenario.start()
    scenario.fireTimer('event')
    expect([scenario.variable('ended'), scenario.variable('fired')]).toEqual(['work', 'event'])
  })

  it('may continue by a job', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}${boundary('event', 'work', on.timer(), 'camunda:asyncAfter="true"')}`,
      ),
    )
    scenario.start()
    scenario.fireTimer('event')
    expect(scenario.active()).toEqual(['event'])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after-event'])
  })

  it('interrupts everything in a sub-process, the innermost first', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="outer"><startEvent id="s"/><subProcess id="inner"><startEvent id="t"/><userTask id="work"/>${path('t', 'work')}</subProcess>${path('s', 'inner')}</subProcess>
        ${path('start', 'outer')}${boundary('event', 'outer', on.message())}`),
    )
    scenario.start()
    scenario.trigger('first')
    expect(scenario.history().slice(-4)).toEqual(['!work', '!inner', '!outer', 'event'])
  })

  it('belongs to a multi-instance activity as a whole', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="work"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>${path('start', 'work')}
        ${boundary('event', 'work', on.message())}${boundary('beside', 'work', on.signal(), 'cancelActivity="false"')}`),
    )
    scenario.start()
    expect(scenario.waiting()).toEqual(['beside', 'event'])
    scenario.trigger('alarm')
    expect(scenario.tasks()).toEqual(['after-beside', 'work', 'work', 'work'])
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['after-beside', 'after-event'])
  })

  it('interrupts although an output of the activity fails', () => {
    const io =
      '<extensionElements><camunda:inputOutput><camunda:outputParameter name="out">${notThere}</camunda:outputParameter></camunda:inputOutput></extensionElements>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work">${io}</userTask>${path('start', 'work')}${boundary('event', 'work', on.message())}`,
      ),
    )
    scenario.start()
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['after-event'])
    expect(scenario.rows.variables).toEqual([])
  })

  it('is not there while the activity waits for its asynchronous continuation', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" camunda:asyncBefore="true"/>${path('start', 'work')}${boundary('event', 'work', on.message())}`,
      ),
    )
    scenario.start()
    expect(scenario.waiting()).toEqual([])
    scenario.runJobs()
    expect(scenario.waiting()).toEqual(['event'])
  })

  it('takes the variables that come with its event to where they stand', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="work"/>${path('s', 'work')}</subProcess>${path('start', 'sub')}${boundary('event', 'sub', on.message())}`,
      ),
    )
    scenario.start({ known: 1 })
    scenario.trigger('first', { known: 2, fresh: 3 })
    const own = scenario.rows.variables.filter(({ scopeId }) => scopeId === scenario.rows.rootId)
    expect(own.map(({ name, value }) => [name, value?.value])).toEqual([
      ['known', 2],
      ['fresh', 3],
    ])
  })
})

it.each([
  ['camunda:asyncBefore', 'camunda', []],
  ['flowable:async', 'flowable', ['after-event']],
] as const)('a boundary event with %s waits for a job in Camunda only', (attribute, dialect, tasks) => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}${boundary('event', 'work', on.message(), `${attribute}="true"`)}`,
      { dialect },
    ),
  )
  scenario.start()
  scenario.trigger('first')
  expect(scenario.tasks()).toEqual(tasks)
})

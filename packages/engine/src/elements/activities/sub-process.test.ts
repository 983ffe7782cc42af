import type { Dialect } from '@millrace/bpmn'
import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

describe('a sub-process', () => {
  it('is open for as long as anything inside it is', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('s', 'fork', 'a')}${path('fork', 'b')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      ),
    )
    scenario.start()
    scenario.complete('a')
    expect(scenario.active()).toEqual(['b', 'sub'])
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('begins with every element that no flow leads to when it has no start event', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><userTask id="a"/><userTask id="b"/><userTask id="c"/>${path('b', 'c')}</subProcess>${path('start', 'sub')}`,
        { dialect: 'bpmn' },
      ),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['a', 'b'])
  })

  it('fails when it has nothing to begin with', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><subProcess id="sub"/>${path('start', 'sub')}`, { dialect: 'flowable' }),
    )
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.not-supported', elementId: 'sub' },
    })
  })

  it('has variables of its own, which go with it', () => {
    const io =
      '<extensionElements><camunda:inputOutput><camunda:inputParameter name="own">${outer + 1}</camunda:inputParameter><camunda:outputParameter name="result">${own}</camunda:outputParameter></camunda:inputOutput></extensionElements>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${io}<startEvent id="s"/><userTask id="a"/>${path('s', 'a')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
      ),
    )
    scenario.start({ outer: 1 })
    scenario.complete('a', { own: 7 })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([
      ['outer', 1],
      ['result', 7],
    ])
  })

  it('creates the data objects that it declares, unless they are there', () => {
    const object = (name: string, type: string, value: string) =>
      `<dataObject id="${name}" name="${name}" itemSubjectRef="xsd:${type}"><extensionElements><flowable:value>${value}</flowable:value></extensionElements></dataObject>`
    const scenario = createScenario(
      bpmn(
        `${object('count', 'int', '5')}${object('given', 'string', 'default')}<startEvent id="start"/><subProcess id="sub">${object('inner', 'boolean', 'true')}${object('day', 'datetime', '2026-01-02T00:00:00Z')}<startEvent id="s"/><userTask id="a"/>${path('s', 'a')}</subProcess>${path('start', 'sub')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start({ given: 'x' })
    expect(['count', 'given', 'inner'].map((name) => scenario.variable(name))).toEqual([5, 'x', true])
    expect(scenario.variable('day')).toEqual(new Date('2026-01-02T00:00:00Z'))
    scenario.complete('a')
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('data objects and data stores', () => {
  const declared = '<dataObject id="o" name="note"/><dataStoreReference id="r" name="archive"/>'
  const task = (dialect: Dialect) =>
    createScenario(
      bpmn(
        `${declared}<startEvent id="start"/><subProcess id="sub">${declared.replaceAll('id="', 'id="inner-')}<startEvent id="s"/><userTask id="a"/>${path('s', 'a')}</subProcess>${path('start', 'sub')}`,
        { dialect },
      ),
    )

  it('without a value are there from the beginning in Flowable, which knows no stores', () => {
    const scenario = task('flowable')
    scenario.start()
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.type])).toEqual([
      ['note', 'Null'],
      ['note', 'Null'],
    ])
  })

  it('without a value are there elsewhere when they are first written', () => {
    const scenario = task('millrace')
    scenario.start()
    expect(scenario.rows.variables).toEqual([])
    scenario.complete('a', { note: 'x', archive: ['x'] })
    expect([scenario.variable('note'), scenario.variable('archive')]).toEqual(['x', ['x']])
  })

  it('with a value begin with it, stores in the process wherever they stand', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><dataStoreReference id="r" name="archive" itemSubjectRef="xsd:json"><extensionElements><millrace:value>["old"]</millrace:value></extensionElements></dataStoreReference><startEvent id="s"/><scriptTask id="add" scriptFormat="juel"><script>\${archive.add('new')}</script></scriptTask>${path('s', 'add')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
        { dialect: 'millrace' },
      ),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('archive')).toEqual(['old', 'new'])
  })
})

describe('an event sub-process', () => {
  const handler = (id: string, definition: string, attributes = '', extra = '') =>
    `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}-start" ${attributes}>${definition}</startEvent><userTask id="${id}-task"/>${path(`${id}-start`, `${id}-task`)}${extra}</subProcess>`
  const inSub = (handlers: string, around = '') =>
    bpmn(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="a"/>${path('s', 'a')}${handlers}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}${around}`,
    )

  it('that does not interrupt keeps its scope open', () => {
    const scenario = createScenario(inSub(handler('h', on.message(), 'isInterrupting="false"')))
    scenario.start()
    scenario.trigger('first')
    scenario.complete('a')
    expect(scenario.active()).toEqual(['h', 'h-task', 'sub'])
    scenario.complete('h-task')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('runs once for each time that it is triggered', () => {
    const scenario = createScenario(inSub(handler('h', on.cycle('R/PT1H'), 'isInterrupting="false"')))
    scenario.start()
    for (const times of [1, 2, 3]) {
      scenario.fireTimer('h-start')
      expect(scenario.tasks().filter((task) => task === 'h-task')).toHaveLength(times)
    }
  })

  it('that interrupts with a cycle happens once', () => {
    const scenario = createScenario(inSub(handler('h', on.cycle('R3/PT1H'))))
    scenario.start()
    scenario.fireTimer('h-start')
    expect(scenario.tasks()).toEqual(['h-task'])
    expect(scenario.waiting()).toEqual([])
  })

  it('that interrupts ends another one of its scope, and nothing is waited for there any more', () => {
    const scenario = createScenario(
      inSub(
        handler('one', on.message(), 'isInterrupting="false"') + handler('two', on.signal()),
        boundary('out', 'sub', on.timer()),
      ),
    )
    scenario.start()
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['a', 'one-task'])
    scenario.trigger('alarm')
    expect(scenario.tasks()).toEqual(['two-task'])
    expect(scenario.waiting()).toEqual([])
    scenario.complete('two-task')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('leaves what caught an error or escalation says about it in the process instance', () => {
    const scenario = createScenario(
      inSub(
        handler('h', '<errorEventDefinition camunda:errorCodeVariable="code"/>') +
          `<boundaryEvent id="b" attachedToRef="a">${on.timer()}</boundaryEvent><endEvent id="throws">${on.error('oops')}</endEvent>${path('b', 'throws')}`,
      ),
    )
    scenario.start()
    scenario.fireTimer('b')
    expect(scenario.tasks()).toEqual(['h-task'])
    expect(scenario.variable('code')).toBe('oops')
    expect(scenario.rows.variables).toMatchObject([{ name: 'code', scopeId: scenario.rows.rootId }])
  })

  it.each([
    ['error', on.error('oops')],
    ['escalation', on.escalation('rise')],
  ])('catches an %s that comes out of another one of its scope', (_kind, definition) => {
    const throwing = `<endEvent id="throws">${definition}</endEvent>${path('one-task', 'throws')}`
    const scenario = createScenario(inSub(handler('one', on.message(), '', throwing) + handler('two', definition)))
    scenario.start()
    scenario.trigger('first')
    scenario.complete('one-task')
    expect(scenario.tasks()).toEqual(['two-task'])
  })

  it('may stand in another one', () => {
    const inner = handler('deep', on.signal(), 'isInterrupting="false"')
    const scenario = createScenario(inSub(handler('h', on.message(), '', inner)))
    scenario.start()
    expect(scenario.waiting()).toEqual(['h-start'])
    scenario.trigger('first')
    expect(scenario.waiting()).toEqual(['deep-start'])
    scenario.trigger('alarm')
    expect(scenario.tasks()).toEqual(['deep-task', 'h-task'])
  })

  it('of a process continues after the last token of the flow has ended', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="a"/>${path('start', 'a')}${handler('h', on.message(), 'isInterrupting="false"')}`,
      ),
    )
    scenario.start()
    scenario.trigger('first')
    scenario.complete('a')
    expect(scenario.isEnded()).toBe(false)
    scenario.trigger('first')
    scenario.complete('h-task')
    scenario.complete('h-task')
    expect(scenario.isEnded()).toBe(true)
  })
})

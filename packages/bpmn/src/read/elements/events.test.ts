import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, readElement } from '../../testing/read-model.ts'

const roots = `<message id="m" name="order"/><message id="mx" name="order-\${region}"/><message id="noName"/>
  <signal id="sig" name="alarm"/><error id="err" errorCode="E1"/><escalation id="esc" escalationCode="X1"/>
  <timerEventDefinition id="shared"><timeDuration>PT1M</timeDuration></timerEventDefinition>`

/** A process with an event sub-process, a task with a boundary event and a catching event, one of which has the definition. */
function file(type: string, definition: string, dialect: Dialect = 'camunda', attributes = '') {
  const at = (name: string) =>
    rawXml(
      name === type
        ? definition
        : name === 'boundary' || name === 'catch'
          ? '<signalEventDefinition signalRef="sig"/>'
          : '',
    )
  const more = rawXml(attributes)
  const sub =
    type === 'eventSub'
      ? rawXml(
          `<subProcess id="es" triggeredByEvent="true"><startEvent id="x" ${attributes}>${definition}</startEvent></subProcess>`,
        )
      : rawXml('')
  return bpmnOf(dialect)`${rawXml(roots)}<process id="p" isExecutable="true">${sub}
    <startEvent id="${type === 'start' ? 'x' : 's'}" ${type === 'start' ? more : rawXml('')}>${at('start')}</startEvent>
    <sequenceFlow id="f1" sourceRef="${type === 'start' ? 'x' : 's'}" targetRef="t"/><userTask id="t"/>
    <boundaryEvent id="${type === 'boundary' ? 'x' : 'b'}" attachedToRef="t" ${type === 'boundary' ? more : rawXml('')}>${at('boundary')}</boundaryEvent>
    <sequenceFlow id="f2" sourceRef="t" targetRef="${type === 'catch' ? 'x' : 'c'}"/>
    <intermediateCatchEvent id="${type === 'catch' ? 'x' : 'c'}" ${type === 'catch' ? more : rawXml('')}>${at('catch')}</intermediateCatchEvent>
    <sequenceFlow id="f3" sourceRef="${type === 'catch' ? 'x' : 'c'}" targetRef="${type === 'throw' ? 'x' : 'th'}"/>
    <intermediateThrowEvent id="${type === 'throw' ? 'x' : 'th'}">${at('throw')}</intermediateThrowEvent>
    <sequenceFlow id="f4" sourceRef="${type === 'throw' ? 'x' : 'th'}" targetRef="${type === 'end' ? 'x' : 'e'}"/>
    <endEvent id="${type === 'end' ? 'x' : 'e'}">${at('end')}</endEvent></process>`
}

const types = {
  start: 'startEvent',
  eventSub: 'startEvent',
  boundary: 'boundaryEvent',
  catch: 'intermediateCatchEvent',
  throw: 'intermediateThrowEvent',
  end: 'endEvent',
} as const

function definitionsAt(type: keyof typeof types, definition: string, dialect?: Dialect) {
  return readElement(file(type, definition, dialect), types[type], 'x').definitions
}

const literal = (text: string) => ({ language: 'literal', text })
const uel = (text: string) => ({ language: 'uel', text })

describe('messages', () => {
  it('have the name of the message they refer to, with or without a prefix', () => {
    expect(definitionsAt('catch', '<messageEventDefinition messageRef="m"/>')).toEqual([
      { kind: 'message', name: literal('order'), implementation: null, correlation: [] },
    ])
    expect(definitionsAt('catch', '<messageEventDefinition messageRef="tns:mx"/>')).toMatchObject([
      { name: uel(`order-\${region}`) },
    ])
    expect(
      definitionsAt('catch', '<messageEventDefinition flowable:messageExpression="#{name}"/>', 'flowable'),
    ).toMatchObject([{ name: uel('#{name}') }])
  })

  it('must be known and named where they are waited for', () => {
    expect(listErrors(file('catch', '<messageEventDefinition messageRef="gone"/>'))).toEqual([
      'bpmn.reference-unknown x',
    ])
    expect(listErrors(file('boundary', '<messageEventDefinition/>'))).toEqual(['bpmn.reference-missing x'])
    expect(listErrors(file('start', '<messageEventDefinition messageRef="noName"/>'))).toEqual(['bpmn.name-missing x'])
    expect(listErrors(file('throw', '<messageEventDefinition/>'))).toEqual([])
  })

  it('may run something when they are thrown', () => {
    expect(
      definitionsAt('end', '<messageEventDefinition messageRef="m" camunda:type="external" camunda:topic="mail"/>'),
    ).toMatchObject([{ name: literal('order'), implementation: { kind: 'external', topic: literal('mail') } }])
  })
})

describe('signals', () => {
  it('have a name, a scope and what they carry', () => {
    const definition =
      '<signalEventDefinition signalRef="sig" camunda:async="true"><extensionElements><camunda:in source="a" target="b"/></extensionElements></signalEventDefinition>'
    expect(definitionsAt('throw', definition)).toEqual([
      {
        kind: 'signal',
        name: literal('alarm'),
        scope: 'global',
        isAsync: true,
        mappings: [{ kind: 'variable', source: 'a', target: 'b', local: false }],
      },
    ])
    const scoped = bpmnOf(
      'flowable',
    )`<signal id="sig" name="alarm" flowable:scope="processInstance"/><process id="p"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/><endEvent id="x"><signalEventDefinition signalRef="sig"/></endEvent></process>`
    expect(readElement(scoped, 'endEvent', 'x').definitions).toMatchObject([{ scope: 'instance' }])
    expect(
      definitionsAt('catch', `<signalEventDefinition flowable:signalExpression="\${s}"/>`, 'flowable'),
    ).toMatchObject([{ name: uel(`\${s}`) }])
  })

  it('must be known', () => {
    expect(listErrors(file('end', '<signalEventDefinition/>'))).toEqual(['bpmn.reference-missing x'])
    expect(listErrors(file('end', '<signalEventDefinition signalRef="gone"/>'))).toEqual(['bpmn.reference-unknown x'])
  })
})

describe('errors', () => {
  it('have the code of the error they refer to, or the reference as their code', () => {
    expect(
      definitionsAt(
        'boundary',
        '<errorEventDefinition errorRef="err" camunda:errorCodeVariable="c" camunda:errorMessageVariable="m"/>',
      ),
    ).toEqual([{ kind: 'error', code: literal('E1'), message: null, codeVariable: 'c', messageVariable: 'm' }])
    expect(definitionsAt('boundary', '<errorEventDefinition errorRef="plain"/>')).toMatchObject([
      { code: literal('plain') },
    ])
    expect(definitionsAt('boundary', '<errorEventDefinition/>')).toMatchObject([{ code: null }])
  })

  it('carry the message of their error', () => {
    const xml = bpmnOf(
      'camunda',
    )`<error id="err" errorCode="E1" camunda:errorMessage="Bad \${reason}"/><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/><endEvent id="x"><errorEventDefinition errorRef="err"/></endEvent></process>`
    expect(readElement(xml, 'endEvent', 'x').definitions).toMatchObject([{ message: uel(`Bad \${reason}`) }])
  })
})

describe('escalations', () => {
  it('have a code and the variable for it', () => {
    const definition = '<escalationEventDefinition escalationRef="esc" camunda:escalationCodeVariable="v"/>'
    expect(definitionsAt('boundary', definition)).toEqual([
      { kind: 'escalation', code: literal('X1'), codeVariable: 'v' },
    ])
    expect(definitionsAt('boundary', '<escalationEventDefinition/>')).toMatchObject([{ code: null }])
  })

  it('must be known, but for Flowable, which takes the reference as the code', () => {
    expect(listErrors(file('boundary', '<escalationEventDefinition escalationRef="gone"/>'))).toEqual([
      'bpmn.reference-unknown x',
    ])
    expect(definitionsAt('boundary', '<escalationEventDefinition escalationRef="gone"/>', 'flowable')).toMatchObject([
      { code: literal('gone') },
    ])
  })
})

describe('timers', () => {
  it.each([
    ['timeDate', '2030-01-01T00:00:00Z', 'date'],
    ['timeDuration', 'PT5M', 'duration'],
    ['timeCycle', 'R3/PT10M', 'cycle'],
  ])('are read from %s', (name, text, timer) => {
    expect(definitionsAt('catch', `<timerEventDefinition><${name}> ${text} </${name}></timerEventDefinition>`)).toEqual(
      [{ kind: 'timer', timer, value: literal(text), endDate: null, calendar: null }],
    )
  })

  it('have the end date and calendar of Flowable', () => {
    const definition = `<timerEventDefinition flowable:businessCalendarName="work"><timeCycle flowable:endDate="\${end}">R/PT1H</timeCycle></timerEventDefinition>`
    expect(definitionsAt('catch', definition, 'flowable')).toMatchObject([
      { endDate: uel(`\${end}`), calendar: 'work' },
    ])
  })

  it('need one of them', () => {
    expect(listErrors(file('catch', '<timerEventDefinition/>'))).toEqual(['event.timer x'])
    expect(listErrors(file('catch', '<timerEventDefinition><timeDate> </timeDate></timerEventDefinition>'))).toEqual([
      'event.timer x',
    ])
  })
})

describe('conditional events', () => {
  it('have a condition and what changes they watch', () => {
    const definition = `<conditionalEventDefinition camunda:variableName="a" camunda:variableEvents="create, update"><condition>\${a > 1}</condition></conditionalEventDefinition>`
    expect(definitionsAt('catch', definition)).toEqual([
      { kind: 'conditional', condition: uel(`\${a > 1}`), variableName: 'a', variableEvents: ['create', 'update'] },
    ])
  })

  it('need a condition', () => {
    expect(listErrors(file('catch', '<conditionalEventDefinition/>'))).toEqual(['event.condition x'])
  })
})

describe('other event definitions', () => {
  it.each([
    ['camunda', '', true],
    ['camunda', 'waitForCompletion="false"', true],
    ['flowable', '', false],
    ['flowable', 'waitForCompletion="true"', true],
    ['bpmn', '', true],
    ['bpmn', 'waitForCompletion="false"', false],
  ] as const)('in %s a compensation with “%s” waits: %s', (dialect, attributes, waitForCompletion) => {
    expect(definitionsAt('throw', `<compensateEventDefinition activityRef="t" ${attributes}/>`, dialect)).toEqual([
      { kind: 'compensate', activityId: 't', waitForCompletion },
    ])
  })

  it('are terminations, with the extent that Flowable gives them', () => {
    expect(definitionsAt('end', '<terminateEventDefinition/>')).toEqual([
      { kind: 'terminate', terminateAll: false, terminateMultiInstance: false },
    ])
    expect(definitionsAt('end', '<terminateEventDefinition activiti:terminateAll="true"/>', 'activiti')).toMatchObject([
      { terminateAll: true },
    ])
  })

  it('are variable listeners of Flowable', () => {
    const listener =
      '<extensionElements><flowable:variableListenerEventDefinition variableName="v" variableChangeType="update"/></extensionElements>'
    expect(definitionsAt('catch', listener, 'flowable')).toEqual([
      { kind: 'variable', variableName: 'v', changeType: 'update' },
    ])
    expect(listErrors(file('catch', listener.replace('update"', 'never"'), 'flowable'))).toEqual([
      'bpmn.value-invalid x',
    ])
  })

  it('may stand at the root and be referred to', () => {
    expect(definitionsAt('catch', '<eventDefinitionRef>tns:shared</eventDefinitionRef>')).toMatchObject([
      { kind: 'timer', value: literal('PT1M') },
    ])
    expect(listErrors(file('catch', '<eventDefinitionRef>gone</eventDefinitionRef>'))).toEqual([
      'bpmn.reference-unknown x',
    ])
  })

  it('may be several, in document order', () => {
    const both = '<messageEventDefinition messageRef="m"/><signalEventDefinition signalRef="sig"/>'
    expect(definitionsAt('boundary', both).map(({ kind }) => kind)).toEqual(['message', 'signal'])
  })

  it('are refused when they need an event registry', () => {
    expect(
      listErrors(
        file(
          'catch',
          '<extensionElements><flowable:eventType>myEvent</flowable:eventType></extensionElements>',
          'flowable',
        ),
      ),
    ).toContain('bpmn.unsupported x')
  })
})

describe('events', () => {
  it('interrupt unless stated', () => {
    const signal = '<signalEventDefinition signalRef="sig"/>'
    expect(readElement(file('boundary', signal), 'boundaryEvent', 'x')).toMatchObject({
      attachedToId: 't',
      isInterrupting: true,
    })
    expect(
      readElement(file('boundary', signal, 'camunda', 'cancelActivity="false"'), 'boundaryEvent', 'x').isInterrupting,
    ).toBe(false)
    expect(readElement(file('eventSub', signal), 'startEvent', 'x').isInterrupting).toBe(true)
    expect(
      readElement(file('eventSub', signal, 'camunda', 'isInterrupting="false"'), 'startEvent', 'x').isInterrupting,
    ).toBe(false)
  })

  it('say who starts an instance', () => {
    expect(
      readElement(file('start', '', 'camunda', 'camunda:initiator="starter"'), 'startEvent', 'x').initiatorVariable,
    ).toBe('starter')
  })

  it('know whether all their events are needed', () => {
    const xml = file('catch', '<signalEventDefinition signalRef="sig"/>', 'bpmn', 'parallelMultiple="true"')
    expect(readElement(xml, 'intermediateCatchEvent', 'x').parallelMultiple).toBe(true)
  })

  it('need a definition where they catch', () => {
    expect(listErrors(file('catch', ''))).toEqual(['event.definition-missing x'])
    expect(listErrors(file('boundary', ''))).toEqual(['event.definition-missing x'])
  })
})

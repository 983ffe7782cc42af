import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, listWarnings } from '../../testing/read-model.ts'

const roots = `<message id="m" name="order"/><message id="m2" name="order"/><message id="mx" name="\${n}"/><signal id="sig" name="alarm"/>
  <error id="err" errorCode="E"/><error id="open"/><escalation id="esc" escalationCode="X"/><escalation id="openEsc"/>`

const file = (contents: string, dialect: Dialect = 'camunda') =>
  bpmnOf(dialect)`${rawXml(roots)}<process id="p" isExecutable="true">${rawXml(contents)}</process>`

const flow = (source: string, target: string) => `<sequenceFlow sourceRef="${source}" targetRef="${target}"/>`
const person =
  '<humanPerformer id="h"><resourceAssignmentExpression><formalExpression>ann</formalExpression></resourceAssignmentExpression></humanPerformer>'
const startedBy = (contents: string) =>
  `<startEvent id="s"/>${flow('s', 't')}<userTask id="t">${person}</userTask>${contents}`
const message = '<messageEventDefinition messageRef="m"/>'
const signal = '<signalEventDefinition signalRef="sig"/>'
const error = '<errorEventDefinition errorRef="err"/>'
const compensate = '<compensateEventDefinition/>'
const boundary = (id: string, definition: string, attributes = '', host = 't') =>
  `<boundaryEvent id="${id}" attachedToRef="${host}" ${attributes}>${definition}</boundaryEvent>`
const eventSub = (id: string, start: string) => `<subProcess id="${id}" triggeredByEvent="true">${start}</subProcess>`

describe('the start of a process', () => {
  it('is an event', () => {
    expect(listErrors(file(''))).toEqual(['start.none p'])
    expect(listErrors(file('<task id="t"/>'))).toEqual(['start.none p'])
    expect(listWarnings(file('', 'flowable'))).toEqual(['start.none p'])
  })

  it('may be what no flow leads to in models of no vendor, and what instantiates in all', () => {
    expect(listErrors(file('<task id="t"/>', 'bpmn'))).toEqual([])
    expect(listErrors(file('', 'bpmn'))).toEqual(['start.none p'])
    expect(listErrors(file('<receiveTask id="r" instantiate="true" messageRef="m"/>'))).toEqual([])
  })

  it('is one event that nothing triggers at most', () => {
    expect(listErrors(file('<startEvent id="a"/><startEvent id="b"/>'))).toEqual(['start.several-none b'])
    expect(listErrors(file(`<startEvent id="a"/><startEvent id="b">${message}</startEvent>`))).toEqual([])
  })

  it('waits for each message once, by a fixed name', () => {
    expect(
      listErrors(
        file(
          `<startEvent id="a">${message}</startEvent><startEvent id="b"><messageEventDefinition messageRef="m2"/></startEvent>`,
        ),
      ),
    ).toEqual(['start.duplicate b'])
    expect(listErrors(file('<startEvent id="a"><messageEventDefinition messageRef="mx"/></startEvent>'))).toEqual([
      'start.expression a',
    ])
    expect(
      listErrors(file('<startEvent id="a"><messageEventDefinition messageRef="mx"/></startEvent>', 'flowable')),
    ).toEqual([])
  })

  it('waits for each signal and condition once in Camunda', () => {
    const twice = (definition: string) =>
      `<startEvent id="a">${definition}</startEvent><startEvent id="b">${definition}</startEvent>`
    const conditional = `<conditionalEventDefinition><condition>\${x}</condition></conditionalEventDefinition>`
    for (const definition of [signal, conditional]) {
      expect(listErrors(file(twice(definition)))).toEqual(['start.duplicate b'])
      expect(listErrors(file(twice(definition), 'flowable'))).toEqual([])
    }
  })

  it('cannot be an error, escalation or the like', () => {
    expect(listErrors(file(`<startEvent id="a">${error}</startEvent>`))).toEqual(['event.definition-not-allowed a'])
  })
})

describe('sub-processes', () => {
  const sub = (contents: string, tag = 'subProcess') =>
    startedBy(`${flow('t', 'sub')}<${tag} id="sub">${contents}</${tag}>`)

  it('begin with one start event that nothing triggers', () => {
    expect(listErrors(file(sub('<startEvent id="a"/>')))).toEqual([])
    expect(listErrors(file(sub('<startEvent id="a"/><startEvent id="b"/>')))).toEqual(['start.several-none b'])
    expect(listErrors(file(sub(`<startEvent id="a">${signal}</startEvent>`)))).toEqual(['start.sub-process a'])
  })

  it('may begin with what no flow leads to, but not in Camunda', () => {
    expect(listErrors(file(sub('<task id="a"/>')))).toEqual(['start.none sub'])
    expect(listErrors(file(sub('<task id="a"/>'), 'bpmn'))).toEqual([])
    expect(listErrors(file(sub('<task id="a"/>', 'transaction')))).toEqual([])
    expect(listWarnings(file(sub(''), 'flowable'))).toEqual(['start.none sub'])
    expect(listErrors(file(sub('<task id="a"/>', 'adHocSubProcess'), 'flowable'))).toEqual([])
  })
})

describe('event sub-processes', () => {
  it('have exactly one start event with a definition', () => {
    expect(listErrors(file(startedBy(eventSub('es', `<startEvent id="a">${signal}</startEvent>`))))).toEqual([])
    expect(listErrors(file(startedBy(eventSub('es', ''))))).toEqual(['event-sub-process.start es'])
    expect(listErrors(file(startedBy(eventSub('es', '<startEvent id="a"/>'))))).toEqual(['event-sub-process.start es'])
    expect(
      listErrors(
        file(
          startedBy(
            eventSub('es', `<startEvent id="a">${signal}</startEvent><startEvent id="b">${message}</startEvent>`),
          ),
        ),
      ),
    ).toEqual(['event-sub-process.start es'])
  })

  it('begin with what can happen', () => {
    expect(
      listErrors(file(startedBy(eventSub('es', '<startEvent id="a"><terminateEventDefinition/></startEvent>')))),
    ).toEqual(['event.definition-not-allowed a'])
  })

  it('interrupt for an error', () => {
    const xml = startedBy(eventSub('es', `<startEvent id="a" isInterrupting="false">${error}</startEvent>`))
    expect(listErrors(file(xml))).toEqual(['event.must-interrupt a'])
    expect(listWarnings(file(xml, 'flowable'))).toEqual(['event.must-interrupt a'])
  })

  it('compensate only inside a sub-process in Camunda', () => {
    expect(listErrors(file(startedBy(eventSub('es', `<startEvent id="a">${compensate}</startEvent>`))))).toEqual([
      'event-sub-process.start a',
    ])
  })

  it('catch different things side by side', () => {
    const two = (definition: string) =>
      startedBy(
        eventSub('e1', `<startEvent id="a">${definition}</startEvent>`) +
          eventSub('e2', `<startEvent id="b">${definition}</startEvent>`),
      )
    expect(listErrors(file(two(message)))).toEqual(['start.duplicate b'])
    expect(listErrors(file(two(message), 'flowable'))).toEqual([])
    expect(listErrors(file(two('<escalationEventDefinition/>')))).toEqual(['start.duplicate b'])
    const escalations = startedBy(
      eventSub('e1', '<startEvent id="a"><escalationEventDefinition/></startEvent>') +
        eventSub('e2', '<startEvent id="b"><escalationEventDefinition escalationRef="esc"/></startEvent>'),
    )
    expect(listErrors(file(escalations))).toEqual(['boundary.duplicate b'])
  })
})

describe('parallel multiple events', () => {
  const parallel = (definitions: string, dialect: Dialect) =>
    file(
      startedBy(`${flow('t', 'x')}<intermediateCatchEvent id="c" parallelMultiple="true">${message}${signal}</intermediateCatchEvent>
        <task id="x"/>${boundary('b', definitions, 'parallelMultiple="true"', 'x')}${flow('x', 'c')}`),
      dialect,
    )

  it('wait for what can be waited for', () => {
    expect(listErrors(parallel(message + signal, 'bpmn'))).toEqual([])
    expect(listErrors(parallel(message + error, 'bpmn'))).toEqual(['event.definition-not-allowed b'])
    expect(listWarnings(parallel(message + error, 'flowable'))).toContain('event.definition-not-allowed b')
  })
})

describe('event definitions', () => {
  it.each([
    ['intermediateCatchEvent', error],
    ['intermediateCatchEvent', compensate],
    ['intermediateThrowEvent', error],
    ['intermediateThrowEvent', '<timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition>'],
    ['intermediateThrowEvent', '<terminateEventDefinition/>'],
    ['endEvent', '<linkEventDefinition name="L"/>'],
  ])('at an %s may not be %s', (type, definition) => {
    expect(listErrors(file(startedBy(`${flow('t', 'x')}<${type} id="x">${definition}</${type}>`)))).toContain(
      'event.definition-not-allowed x',
    )
  })

  it('at a boundary event may not be a termination', () => {
    expect(listErrors(file(startedBy(boundary('x', '<terminateEventDefinition/>'))))).toEqual([
      'event.definition-not-allowed x',
    ])
  })
})

describe('boundary events', () => {
  it('are attached to an activity of their scope', () => {
    expect(listErrors(file(startedBy(boundary('b', signal))))).toEqual([])
    expect(listErrors(file(startedBy(boundary('b', signal, '', 'gone'))))).toEqual(['boundary.attachment b'])
    expect(listErrors(file(startedBy(boundary('b', signal, '', 's'))))).toEqual(['boundary.attachment b'])
    expect(listErrors(file(startedBy(`<boundaryEvent id="b">${signal}</boundaryEvent>`)))).toEqual([
      'boundary.attachment b',
    ])
    const inner = startedBy(
      `${flow('t', 'sub')}<subProcess id="sub"><startEvent id="s2"/>${boundary('b', signal)}</subProcess>`,
    )
    expect(listErrors(file(inner))).toEqual(['boundary.attachment b'])
  })

  it('are never attached to event sub-processes, which Flowable lets pass', () => {
    const xml = startedBy(eventSub('es', `<startEvent id="a">${signal}</startEvent>`) + boundary('b', signal, '', 'es'))
    expect(listErrors(file(xml))).toEqual(['boundary.attachment b'])
    expect(listErrors(file(xml, 'flowable'))).toEqual([])
  })

  it('of a sub-process share its messages and signals with the event sub-processes in it in Camunda', () => {
    const both = (definition: string) =>
      startedBy(
        `<subProcess id="sub"><startEvent id="ss"/>${eventSub('es', `<startEvent id="a">${definition}</startEvent>`)}</subProcess>${boundary('b', definition, '', 'sub')}`,
      )
    expect(listErrors(file(both(message)))).toHaveLength(1)
    expect(listErrors(file(both(signal)))).toHaveLength(1)
    expect(listErrors(file(both('<escalationEventDefinition/>')))).toEqual([])
    expect(listErrors(file(both(message), 'flowable'))).toEqual([])
  })

  it('catch different things at one activity', () => {
    const two = (definition: string) => startedBy(boundary('b1', definition) + boundary('b2', definition))
    expect(listErrors(file(two(message), 'flowable'))).toEqual(['boundary.duplicate b2'])
    expect(listErrors(file(two(signal)))).toEqual(['boundary.duplicate b2'])
    expect(listErrors(file(two(signal), 'flowable'))).toEqual([])
    expect(listErrors(file(two('<escalationEventDefinition escalationRef="esc"/>')))).toEqual(['boundary.duplicate b2'])
    expect(listErrors(file(two(error)))).toEqual([])
    const timer = '<timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition>'
    expect(listErrors(file(two(timer)))).toEqual([])
  })

  it('catch escalations only where some can come from, in Camunda', () => {
    const manual = `<startEvent id="s"/>${flow('s', 'x')}<manualTask id="x"/>${boundary('b', '<escalationEventDefinition/>', '', 'x')}`
    expect(listErrors(file(manual))).toEqual(['boundary.attachment b'])
    expect(listErrors(file(manual, 'flowable'))).toEqual([])
  })

  it('warn where an error would not interrupt', () => {
    expect(listWarnings(file(startedBy(boundary('b', error, 'cancelActivity="false"'))))).toEqual([
      'event.must-interrupt b',
    ])
  })
})

describe('cancel events', () => {
  const scope = (tag: string, inside: string) =>
    startedBy(
      `${flow('t', 'tx')}<${tag} id="tx"><startEvent id="s2"/>${inside}</${tag}>${boundary('b', '<cancelEventDefinition/>', '', 'tx')}`,
    )
  const end = `${flow('s2', 'e')}<endEvent id="e"><cancelEventDefinition/></endEvent>`

  it('belong to transactions', () => {
    expect(listErrors(file(scope('transaction', end)))).toEqual([])
    expect(listErrors(file(scope('subProcess', end)))).toEqual(['event.cancel b', 'event.cancel e'])
  })

  it('are caught once', () => {
    expect(listErrors(file(scope('transaction', end) + boundary('b2', '<cancelEventDefinition/>', '', 'tx')))).toEqual([
      'boundary.duplicate b2',
    ])
  })
})

describe('thrown errors and escalations', () => {
  const end = (definition: string) => startedBy(`${flow('t', 'e')}<endEvent id="e">${definition}</endEvent>`)

  it('have a code', () => {
    expect(listErrors(file(end(error)))).toEqual([])
    expect(listErrors(file(end('<errorEventDefinition errorRef="open"/>')))).toEqual(['event.error-code e'])
    expect(listErrors(file(end('<errorEventDefinition/>')))).toEqual(['event.error-code e'])
    expect(listErrors(file(end('<escalationEventDefinition escalationRef="openEsc"/>')))).toEqual([
      'event.escalation-code e',
    ])
    expect(listErrors(file(end('<errorEventDefinition/>'), 'flowable'))).toEqual([])
  })

  it('are not empty by name in Flowable', () => {
    const xml = bpmnOf('flowable')`<error id="empty" errorCode=""/><process id="p"><startEvent id="s"/></process>`
    expect(listErrors(xml)).toEqual(['event.error-code empty'])
  })
})

describe('compensation', () => {
  const handled = (more: string, undo = '<task id="undo" isForCompensation="true"/>') =>
    startedBy(`${boundary('b', compensate)}${undo}<association id="a" sourceRef="b" targetRef="undo"/>${more}`)
  const thrown = (activity: string) =>
    `${flow('t', 'th')}<intermediateThrowEvent id="th"><compensateEventDefinition activityRef="${activity}"/></intermediateThrowEvent>`

  it('names an activity of its scope', () => {
    expect(listErrors(file(handled(thrown('t'))))).toEqual([])
    expect(listErrors(file(handled(thrown('gone'))))).toEqual(['compensation.activity th'])
    expect(listErrors(file(handled(thrown('s'))))).toEqual(['compensation.activity th'])
    const inner = `${flow('t', 'sub')}<subProcess id="sub"><startEvent id="s2"/><task id="t2"/>${flow('s2', 't2')}</subProcess>`
    expect(listErrors(file(handled(thrown('t2') + inner)))).toEqual(['compensation.activity th'])
    expect(listErrors(file(handled(thrown('t2') + inner), 'flowable'))).toEqual([])
  })

  it('names an activity around its event sub-process', () => {
    const inner = `<startEvent id="es1">${error}</startEvent>${flow('es1', 'th')}<endEvent id="th"><compensateEventDefinition activityRef="t"/></endEvent>`
    expect(listErrors(file(handled(eventSub('es', inner))))).toEqual([])
  })

  it('is joined to a handler', () => {
    expect(listWarnings(file(startedBy(boundary('b', compensate))))).toEqual(['compensation.handler b'])
    expect(listErrors(file(handled(flow('t', 'undo'), '<task id="undo"/>')))).toEqual(['compensation.handler b'])
    expect(listErrors(file(handled(boundary('b2', compensate))))).toEqual(['boundary.duplicate b2'])
  })

  it('has one way to undo a sub-process', () => {
    const sub = `<startEvent id="s"/>${flow('s', 'sub')}<subProcess id="sub"><startEvent id="s2"/>${eventSub('es', `<startEvent id="a">${compensate}</startEvent>`)}</subProcess>
      ${boundary('b', compensate, '', 'sub')}<task id="undo" isForCompensation="true"/><association sourceRef="b" targetRef="undo"/>`
    expect(listErrors(file(sub))).toEqual(['compensation.handler b'])
  })
})

describe('links', () => {
  const thrown = (id: string, name: string) =>
    `${flow('t', id)}<intermediateThrowEvent id="${id}"><linkEventDefinition name="${name}"/></intermediateThrowEvent>`
  const caught = (id: string, name: string) =>
    `<intermediateCatchEvent id="${id}"><linkEventDefinition name="${name}"/></intermediateCatchEvent>`

  it('have one partner that catches and any number that throw', () => {
    expect(listErrors(file(startedBy(thrown('a', 'L') + thrown('b', 'L') + caught('c', 'L'))))).toEqual([])
    expect(listErrors(file(startedBy(thrown('a', 'L'))))).toEqual(['event.link a'])
    expect(listErrors(file(startedBy(thrown('a', 'L') + caught('c', 'L') + caught('d', 'L'))))).toEqual([
      'event.link d',
    ])
  })

  it('warn where nothing leads to them', () => {
    expect(listWarnings(file(startedBy(caught('c', 'L'))))).toEqual(['event.link c'])
  })

  it('have a name', () => {
    expect(
      listErrors(
        file(
          startedBy(`${flow('t', 'a')}<intermediateThrowEvent id="a"><linkEventDefinition/></intermediateThrowEvent>`),
        ),
      ),
    ).toContain('event.link a')
  })
})

import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, listWarnings } from '../../testing/read-model.ts'

/** A process with a start event `s`, a task `t` and a sub-process `sub` with a task `inner`, and more. */
function file(more: string, dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`<message id="m" name="m"/><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="t"/><task id="t"/>
    <sequenceFlow id="f2" sourceRef="t" targetRef="sub"/><subProcess id="sub"><startEvent id="s2"/><sequenceFlow id="f3" sourceRef="s2" targetRef="inner"/><task id="inner"/></subProcess>
    ${rawXml(more)}</process>`
}

const flow = (id: string, source: string, target: string, inside = '') =>
  `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${inside}</sequenceFlow>`
const condition = `<conditionExpression>\${x}</conditionExpression>`

describe('sequence flows', () => {
  it('begin and end at flow nodes of the process', () => {
    expect(listErrors(file('<sequenceFlow id="f" sourceRef="gone" targetRef="t"/>'))).toEqual(['flow.source f'])
    expect(listErrors(file('<sequenceFlow id="f" sourceRef="t"/>'))).toEqual(['flow.target f'])
    expect(listErrors(file('<sequenceFlow id="f"/>'))).toEqual(['flow.source f', 'flow.target f'])
    expect(listErrors(file(flow('f', 't', 'f1')))).toEqual(['flow.target f'])
    expect(listErrors(file(flow('f', 't', 'p')))).toEqual(['flow.target f'])
    expect(listErrors(file(flow('f', 'constructor', 't')))).toEqual(['flow.source f'])
  })

  it('stay inside one scope', () => {
    expect(listErrors(file(flow('f', 't', 'inner')))).toEqual(['flow.scope f'])
    expect(listErrors(file(flow('f', 'inner', 't')))).toEqual(['flow.scope f'])
  })

  it('do not touch event sub-processes and compensation handlers, which Flowable lets pass', () => {
    const event = `<subProcess id="es" triggeredByEvent="true"><startEvent id="s3"><errorEventDefinition/></startEvent></subProcess>${flow('f', 't', 'es')}`
    const handler = `<task id="undo" isForCompensation="true"/>${flow('f', 'undo', 't')}`
    expect(listErrors(file(event))).toEqual(['flow.not-allowed f'])
    expect(listErrors(file(handler))).toEqual(['compensation.flow f'])
    expect(listErrors(file(event, 'flowable'))).toEqual([])
    expect(listErrors(file(handler, 'flowable'))).toEqual([])
  })

  it('are warned about where the standard forbids what the engines run', () => {
    expect(listWarnings(file(flow('f', 't', 's')))).toEqual(['flow.not-allowed f'])
    expect(listWarnings(file(`<endEvent id="e"/>${flow('f', 't', 'e')}${flow('g', 'e', 't')}`))).toEqual([
      'flow.not-allowed g',
    ])
  })

  it('need an id where Camunda continues asynchronously', () => {
    const given = (dialect: Dialect) =>
      bpmnOf(
        dialect,
      )`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="t"/><task id="t" ${rawXml(dialect)}:asyncAfter="true"/><sequenceFlow sourceRef="t" targetRef="e"/><endEvent id="e"/></process>`
    expect(listErrors(given('camunda'))).toEqual(['bpmn.id-missing sequenceFlow_2'])
    expect(listErrors(given('flowable'))).toEqual([])
  })

  it('never leave a throwing link', () => {
    const links = `<intermediateThrowEvent id="lt"><linkEventDefinition name="L"/></intermediateThrowEvent><intermediateCatchEvent id="lc"><linkEventDefinition name="L"/></intermediateCatchEvent>${flow('f', 't', 'lt')}${flow('g', 'lt', 't')}`
    expect(listErrors(file(links))).toEqual(['flow.not-allowed g'])
  })
})

describe('default flows', () => {
  it('are outgoing flows without a condition', () => {
    expect(
      listErrors(file(`<exclusiveGateway id="g" default="f1"/>${flow('a', 't', 'g')}${flow('b', 'g', 't')}`)),
    ).toEqual(['flow.default g'])
    expect(listErrors(file(`<task id="u" default="gone"/>${flow('a', 't', 'u')}`))).toEqual(['flow.default u'])
    const both = `${flow('a', 't', 'g')}${flow('b', 'g', 't', condition)}${flow('c', 'g', 't', condition)}`
    expect(listErrors(file(`<exclusiveGateway id="g" default="b"/>${both}`))).toEqual(['flow.condition-on-default b'])
    expect(listWarnings(file(`<inclusiveGateway id="g" default="b"/>${both}`))).toEqual(['flow.condition-on-default b'])
  })
})

describe('exclusive gateways', () => {
  const gateway = (flows: string, attributes = '') =>
    `<exclusiveGateway id="g" ${attributes}/>${flow('in', 't', 'g')}${flows}`

  it('lead somewhere', () => {
    expect(listErrors(file(gateway('')))).toEqual(['gateway.no-outgoing g'])
  })

  it('have conditions on all flows but the default', () => {
    const open = `${flow('a', 'g', 't', condition)}${flow('b', 'g', 't')}${flow('c', 'g', 't')}`
    expect(listErrors(file(gateway(open)))).toEqual(['flow.condition-missing b', 'flow.condition-missing c'])
    expect(listErrors(file(gateway(open, 'default="b"')))).toEqual(['flow.condition-missing c'])
    expect(listErrors(file(gateway(open), 'flowable'))).toEqual([])
    expect(listWarnings(file(gateway(open), 'flowable'))).toEqual([
      'flow.condition-missing b',
      'flow.condition-missing c',
    ])
  })

  it('take the only flow without a condition as the default, with a warning', () => {
    const xml = file(gateway(`${flow('a', 'g', 't', condition)}${flow('b', 'g', 't')}`))
    expect(listErrors(xml)).toEqual([])
    expect(listWarnings(xml)).toEqual(['flow.condition-missing b'])
  })

  it('may have a condition on their only flow, with a warning', () => {
    const xml = file(gateway(flow('a', 'g', 't', condition)))
    expect(listErrors(xml)).toEqual([])
    expect(listWarnings(xml)).toEqual(['flow.condition-single a'])
  })

  it('may join', () => {
    expect(listWarnings(file(gateway(flow('a', 'g', 't'))))).toEqual([])
  })
})

describe('event-based gateways', () => {
  const timer = (id: string) =>
    `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></intermediateCatchEvent>`
  const gateway = (target: string, more = '', attributes = '') =>
    `<eventBasedGateway id="g" ${attributes}/>${flow('in', 't', 'g')}${flow('a', 'g', target)}${more}`

  it('lead to catching events', () => {
    expect(listErrors(file(gateway('c', timer('c'))))).toEqual([])
    expect(listErrors(file(gateway('t')))).toEqual(['gateway.event-target g'])
  })

  it.each(['bpmn', 'camunda', 'operaton', 'flowable', 'activiti'] as const)(
    'lead to receive tasks in models of %s',
    (dialect) => {
      const receive = gateway('r', '<receiveTask id="r" messageRef="m"/>')
      expect(listErrors(file(receive, dialect))).toEqual([])
      expect(listErrors(file(gateway('r', '<receiveTask id="r"/>'), dialect))).toEqual(['gateway.event-target r'])
      const guarded = `${receive}<boundaryEvent id="b" attachedToRef="r"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></boundaryEvent>`
      expect(listErrors(file(guarded, dialect))).toEqual([])
      expect(listWarnings(file(guarded, dialect))).toContain('gateway.event-target r')
      const twice = gateway('r', `<receiveTask id="r" messageRef="m"/>${flow('b', 't', 'r')}`)
      expect([...listErrors(file(twice, dialect)), ...listWarnings(file(twice, dialect))]).toContain(
        'gateway.event-target r',
      )
    },
  )

  it('lead to no other task', () => {
    for (const type of ['userTask', 'sendTask', 'serviceTask', 'subProcess'])
      expect(listErrors(file(gateway('u', `<${type} id="u"/>`)))).toContain('gateway.event-target g')
  })

  it('never lead to links', () => {
    const link = '<intermediateCatchEvent id="l"><linkEventDefinition name="L"/></intermediateCatchEvent>'
    expect(listErrors(file(gateway('l', link)))).toEqual(['gateway.event-target g'])
  })

  it('are the only ones that lead to their events', () => {
    expect(listErrors(file(gateway('c', timer('c') + flow('b', 't', 'c'))))).toEqual(['gateway.event-target c'])
  })

  it('cannot continue asynchronously afterwards, and lead somewhere', () => {
    expect(listErrors(file(gateway('c', timer('c'), 'camunda:asyncAfter="true"')))).toEqual(['gateway.event-target g'])
    expect(listWarnings(file(`<eventBasedGateway id="g"/>${flow('in', 't', 'g')}`))).toEqual(['gateway.no-outgoing g'])
  })
})

describe('reachability', () => {
  it('is warned about, for what needs a flow', () => {
    expect(listWarnings(file('<task id="lonely"/>'))).toEqual(['element.unreachable lonely'])
    expect(
      listWarnings(
        file(
          '<task id="undo" isForCompensation="true"/><receiveTask id="r" instantiate="true"/><endEvent id="e"/><intermediateCatchEvent id="c"><linkEventDefinition name="L"/></intermediateCatchEvent>',
        ),
      ),
    ).toEqual(['event.link c', 'element.unreachable e'])
  })
})

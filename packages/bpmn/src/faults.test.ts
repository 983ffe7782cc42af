import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from './builder/index.ts'
import type { Dialect, ModelProblem } from './model.ts'
import { type ProblemCode, problemCodes } from './problems.ts'
import { readBpmn } from './read-bpmn.ts'

interface Fault {
  readonly file: string
  /** Null for what is about the file as a whole. */
  readonly elementId: string | null
  readonly severity?: ModelProblem['severity']
}

/** A process around elements, with a start event and a task `t` after it. */
function process(inside: string, { roots = '', dialect = 'camunda' }: { roots?: string; dialect?: Dialect } = {}) {
  const flow = '<startEvent id="s"/><sequenceFlow id="st" sourceRef="s" targetRef="t"/>'
  return bpmnOf(dialect)`${rawXml(roots)}<process id="p" isExecutable="true">${rawXml(flow + inside)}</process>`
}

const task = '<userTask id="t"/>'
const flow = (id: string, from: string, to: string, inside = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`
const condition = `<conditionExpression>\${x}</conditionExpression>`
const boundary = (id: string, definition: string, attributes = '', host = 't') =>
  `<boundaryEvent id="${id}" attachedToRef="${host}" ${attributes}>${definition}</boundaryEvent>`
const handler = (start: string) => `<subProcess id="h" triggeredByEvent="true">${start}</subProcess>`
const listener = (attributes: string, inside = '') =>
  `<extensionElements><camunda:executionListener ${attributes}>${inside}</camunda:executionListener></extensionElements>`
const service = (attributes: string, inside = '') => `<serviceTask id="t" ${attributes}>${inside}</serviceTask>`
const parameters = (inside: string) =>
  `<extensionElements><camunda:inputOutput>${inside}</camunda:inputOutput></extensionElements>`

/** A file for each way in which a model can be wrong. */
const faults: Readonly<Record<ProblemCode, Fault>> = {
  'xml.malformed': { file: '<definitions>', elementId: null },
  'xml.doctype': { file: '<!DOCTYPE x><definitions/>', elementId: null },
  'xml.too-large': { file: `<definitions>${' '.repeat(21 * 1024 * 1024)}</definitions>`, elementId: null },
  'xml.too-deep': { file: `${'<a>'.repeat(400)}${'</a>'.repeat(400)}`, elementId: null },
  'xml.too-many-elements': { file: `<a>${'<b/>'.repeat(500_001)}</a>`, elementId: null },
  'xml.too-many-attributes': {
    file: `<a ${Array.from({ length: 10_001 }, (_, index) => `a${index}=""`).join(' ')}/>`,
    elementId: null,
  },
  'bpmn.not-definitions': { file: '<definitions/>', elementId: null },
  'bpmn.no-process': { file: bpmnOf('camunda')`<message id="m" name="m"/>`, elementId: null, severity: 'warning' },
  'bpmn.unknown-element': { file: process(`${task}<startEvnt id="x"/>`), elementId: 'x' },
  'bpmn.unknown-attribute': { file: process('<userTask id="t" assignee="ada"/>'), elementId: 't' },
  'bpmn.misplaced-element': { file: process(task, { roots: '<userTask id="lost"/>' }), elementId: 'lost' },
  'bpmn.id-duplicate': { file: process(`${task}<task id="t"/>`), elementId: 't' },
  'bpmn.id-invalid': { file: process(`${task}<task id="1 2"/>`), elementId: '1 2' },
  'bpmn.id-missing': { file: process(task, { roots: '<signal name="x"/>' }), elementId: null },
  'bpmn.id-too-long': { file: process(`${task}<textAnnotation id="${'x'.repeat(256)}"/>`), elementId: 'x'.repeat(256) },
  'bpmn.not-executable': {
    file: bpmnOf('camunda')`<process id="p" isExecutable="false"><startEvent id="s"/></process>`,
    elementId: 'p',
    severity: 'warning',
  },
  'bpmn.executable-assumed': {
    file: bpmnOf('bpmn')`<process id="p"><startEvent id="s"/></process>`,
    elementId: 'p',
    severity: 'warning',
  },
  'bpmn.reference-unknown': { file: process('<receiveTask id="t" messageRef="m"/>'), elementId: 't' },
  'bpmn.reference-missing': { file: process(`${task}<association id="a" sourceRef="t"/>`), elementId: 'a' },
  'bpmn.value-invalid': { file: process(`<userTask id="t" isForCompensation="maybe"/>`), elementId: 't' },
  'bpmn.unsupported': {
    file: process(
      '<userTask id="t"><multiInstanceLoopCharacteristics><extensionElements><flowable:collection flowable:class="org.Handler"/></extensionElements></multiInstanceLoopCharacteristics></userTask>',
      { dialect: 'flowable' },
    ),
    elementId: 't',
  },
  'bpmn.needs-binding': { file: process(service('camunda:class="org.Bean"')), elementId: 't', severity: 'warning' },
  'bpmn.name-missing': { file: process(task, { roots: '<signal id="x"/>' }), elementId: 'x' },
  'bpmn.name-duplicate': {
    file: process(task, { roots: '<signal id="x" name="n"/><signal id="y" name="n"/>' }),
    elementId: 'y',
  },
  'flow.source': { file: process(task + flow('f', 'nowhere', 't')), elementId: 'f' },
  'flow.target': { file: process(task + flow('f', 't', 'nowhere')), elementId: 'f' },
  'flow.scope': {
    file: process(`${task}<subProcess id="sub"><startEvent id="i"/></subProcess>${flow('f', 't', 'i')}`),
    elementId: 'f',
  },
  'flow.not-allowed': {
    file: process(
      task +
        handler(
          '<startEvent id="i"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent>',
        ) +
        flow('f', 't', 'h'),
    ),
    elementId: 'f',
  },
  'flow.default': {
    file: process(`<exclusiveGateway id="t" default="none"/><task id="u"/>${flow('f', 't', 'u')}`),
    elementId: 't',
  },
  'flow.condition-on-default': {
    file: process(
      `<exclusiveGateway id="t" default="f"/><task id="u"/>${flow('f', 't', 'u', condition)}${flow('g', 't', 'u', condition)}`,
    ),
    elementId: 'f',
  },
  'flow.condition-missing': {
    file: process(`<exclusiveGateway id="t"/><task id="u"/>${flow('f', 't', 'u')}${flow('g', 't', 'u')}`),
    elementId: 'f',
  },
  'flow.condition-ignored': {
    file: process(`<parallelGateway id="t"/><task id="u"/>${flow('f', 't', 'u', condition)}`),
    elementId: 'f',
    severity: 'warning',
  },
  'flow.condition-single': {
    file: process(`<exclusiveGateway id="t"/><task id="u"/>${flow('f', 't', 'u', condition)}`),
    elementId: 'f',
    severity: 'warning',
  },
  'gateway.no-outgoing': { file: process('<exclusiveGateway id="t"/>'), elementId: 't' },
  'gateway.event-target': {
    file: process(`<eventBasedGateway id="t"/><task id="u"/>${flow('f', 't', 'u')}`),
    elementId: 't',
  },
  'start.none': {
    file: bpmnOf('camunda')`<process id="p" isExecutable="true"><task id="t"/></process>`,
    elementId: 'p',
  },
  'start.several-none': {
    file: process(`${task}<startEvent id="again"/>${flow('f', 'again', 't')}`),
    elementId: 'again',
  },
  'start.duplicate': {
    file: process(
      `${task}<startEvent id="a"><messageEventDefinition messageRef="m"/></startEvent><startEvent id="b"><messageEventDefinition messageRef="m"/></startEvent>${flow('f', 'a', 't')}${flow('g', 'b', 't')}`,
      { roots: '<message id="m" name="m"/>' },
    ),
    elementId: 'b',
  },
  'start.sub-process': {
    file: process(
      '<subProcess id="t"><startEvent id="i"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent></subProcess>',
    ),
    elementId: 'i',
  },
  'start.expression': {
    file: process(
      `${task}<startEvent id="a"><messageEventDefinition messageRef="m"/></startEvent>${flow('f', 'a', 't')}`,
      {
        roots: `<message id="m" name="\${x}"/>`,
      },
    ),
    elementId: 'a',
  },
  'event-sub-process.start': { file: process(task + handler('<startEvent id="i"/>')), elementId: 'h' },
  'event.definition-not-allowed': {
    file: process(
      `<intermediateThrowEvent id="t"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateThrowEvent>`,
    ),
    elementId: 't',
  },
  'event.definition-missing': { file: process('<intermediateCatchEvent id="t"/>'), elementId: 't' },
  'event.must-interrupt': {
    file: process(task + boundary('b', '<errorEventDefinition/>', 'cancelActivity="false"')),
    elementId: 'b',
    severity: 'warning',
  },
  'event.timer': { file: process(task + boundary('b', '<timerEventDefinition/>')), elementId: 'b' },
  'event.condition': { file: process(task + boundary('b', '<conditionalEventDefinition/>')), elementId: 'b' },
  'event.error-code': { file: process('<endEvent id="t"><errorEventDefinition/></endEvent>'), elementId: 't' },
  'event.escalation-code': {
    file: process('<endEvent id="t"><escalationEventDefinition/></endEvent>'),
    elementId: 't',
  },
  'event.link': {
    file: process('<intermediateThrowEvent id="t"><linkEventDefinition name="away"/></intermediateThrowEvent>'),
    elementId: 't',
  },
  'event.cancel': { file: process('<endEvent id="t"><cancelEventDefinition/></endEvent>'), elementId: 't' },
  'boundary.attachment': {
    file: process(task + boundary('b', '<errorEventDefinition/>', '', 'nothing')),
    elementId: 'b',
  },
  'boundary.duplicate': {
    file: process(
      task +
        boundary('a', '<messageEventDefinition messageRef="m"/>') +
        boundary('b', '<messageEventDefinition messageRef="m"/>'),
      {
        roots: '<message id="m" name="m"/>',
      },
    ),
    elementId: 'b',
  },
  'compensation.activity': {
    file: process('<endEvent id="t"><compensateEventDefinition activityRef="nothing"/></endEvent>'),
    elementId: 't',
  },
  'compensation.handler': {
    file: process(task + boundary('b', '<compensateEventDefinition/>')),
    elementId: 'b',
    severity: 'warning',
  },
  'compensation.flow': {
    file: process(
      `${task}${boundary('b', '<compensateEventDefinition/>')}<task id="undo" isForCompensation="true"/><association id="a" sourceRef="b" targetRef="undo"/>${flow('f', 't', 'undo')}`,
    ),
    elementId: 'f',
  },
  'activity.loop': { file: process('<userTask id="t"><multiInstanceLoopCharacteristics/></userTask>'), elementId: 't' },
  'activity.ad-hoc': { file: process('<adHocSubProcess id="t"/>'), elementId: 't', severity: 'warning' },
  'activity.call': { file: process('<callActivity id="t"/>'), elementId: 't' },
  'activity.decision': { file: process('<businessRuleTask id="t"/>'), elementId: 't' },
  'activity.script': { file: process('<scriptTask id="t" scriptFormat="javascript"/>'), elementId: 't' },
  'activity.adapter': {
    file: process(service('', '<extensionElements><camunda:adapter/></extensionElements>')),
    elementId: 't',
  },
  'activity.implementation': { file: process(service('')), elementId: 't' },
  'activity.candidates': { file: process('<userTask id="t" camunda:assignBy="leastLoaded"/>'), elementId: 't' },
  'activity.topic': { file: process(service('camunda:type="external"')), elementId: 't' },
  'activity.binding': {
    file: process('<callActivity id="t" calledElement="x" camunda:calledElementBinding="version"/>'),
    elementId: 't',
  },
  'activity.mapping': {
    file: process(
      '<callActivity id="t" calledElement="x"><extensionElements><camunda:in source="a"/></extensionElements></callActivity>',
    ),
    elementId: 't',
  },
  'activity.assignee': {
    file: process(
      '<userTask id="t" camunda:assignee="a"><humanPerformer id="h"><resourceAssignmentExpression><formalExpression>b</formalExpression></resourceAssignmentExpression></humanPerformer></userTask>',
    ),
    elementId: 't',
  },
  'activity.nobody': { file: process('<userTask id="t"/>'), elementId: 't', severity: 'warning' },
  'activity.form': { file: process('<userTask id="t" camunda:formKey="a" camunda:formRef="b"/>'), elementId: 't' },
  'listener.event': {
    file: process(`<userTask id="t">${listener('camunda:expression="${x}"')}</userTask>`),
    elementId: 't',
  },
  'listener.implementation': {
    file: process(`<userTask id="t">${listener('event="start"')}</userTask>`),
    elementId: 't',
  },
  'listener.timer': {
    file: process(
      '<userTask id="t"><extensionElements><camunda:taskListener event="timeout" id="x" expression="${x}"/></extensionElements></userTask>',
    ),
    elementId: 't',
  },
  'io.not-allowed': {
    file: process(
      `<exclusiveGateway id="t">${parameters('<camunda:inputParameter name="a">1</camunda:inputParameter>')}</exclusiveGateway><task id="u"/>${flow('f', 't', 'u')}`,
    ),
    elementId: 't',
  },
  'element.unreachable': { file: process(`${task}<task id="alone"/>`), elementId: 'alone', severity: 'warning' },
}

function listProblems(file: string): readonly ModelProblem[] {
  const read = readBpmn(file)
  return read.ok ? read.document.warnings : read.problems
}

describe('a model that is wrong', () => {
  it.each(Object.entries(faults))('gets a message: %s', (code, { file, elementId, severity = 'error' }) => {
    const found = listProblems(file).filter((problem) => problem.code === code)
    expect(found.map((problem) => [problem.severity, problem.elementId])).toContainEqual([severity, elementId])
    for (const { message } of found) expect(message).toMatch(/^Expected .+, but .+\.$/s)
  })

  it('is reported all of its errors at once', () => {
    const codes = ['flow.target', 'gateway.no-outgoing', 'activity.topic', 'bpmn.unknown-attribute', 'event.timer']
    const file = process(
      `<userTask id="t" assignee="ada"/>${flow('f', 't', 'nowhere')}<exclusiveGateway id="g"/>${flow('tg', 't', 'g')}<serviceTask id="w" camunda:type="external"/>${flow('tw', 't', 'w')}${boundary('b', '<timerEventDefinition/>')}`,
    )
    const errors = listProblems(file).filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code).sort()).toEqual(codes.sort())
  })
})

it('the guide lists every code that a model can be reported, with what it means', () => {
  const guide = readFileSync(new URL('../../../docs/guide/bpmn.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `([\w-]+\.[\w-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning])
  const own = listed.filter(([code = '']) => !/^(expression|timer|deployment|dmn)\./.test(code))
  expect(own).toEqual(Object.entries(problemCodes))
})

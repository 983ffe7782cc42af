import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, listWarnings } from '../../testing/read-model.ts'

function file(element: string, dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/>${rawXml(element)}</process>`
}

const io = (parameters: string) =>
  `<extensionElements><camunda:inputOutput>${parameters}</camunda:inputOutput></extensionElements>`
const input = '<camunda:inputParameter name="a">1</camunda:inputParameter>'
const output = '<camunda:outputParameter name="a">1</camunda:outputParameter>'

describe('multi-instance activities', () => {
  it('have a cardinality or a collection', () => {
    expect(listErrors(file('<task id="x"><multiInstanceLoopCharacteristics/></task>'))).toEqual(['activity.loop x'])
    expect(
      listErrors(
        file(
          '<task id="x"><multiInstanceLoopCharacteristics><loopCardinality/></multiInstanceLoopCharacteristics></task>',
        ),
      ),
    ).toEqual(['activity.loop x'])
  })

  it('need a collection for an element variable in Camunda', () => {
    const xml = (prefix: string) =>
      `<task id="x"><multiInstanceLoopCharacteristics ${prefix}:elementVariable="e"><loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics></task>`
    expect(listErrors(file(xml('camunda')))).toEqual(['activity.loop x'])
    expect(listErrors(file(xml('flowable'), 'flowable'))).toEqual([])
  })
})

describe('who is taken over', () => {
  it('is that of a user task of the process', () => {
    const xml = (of: string) => file(`<userTask id="x" camunda:assigneeOf="${of}"/>`)
    expect(listErrors(xml('x'))).toEqual([])
    expect(listErrors(xml('s'))).toEqual(['activity.assignee x'])
    expect(listErrors(xml('gone'))).toEqual(['activity.assignee x'])
  })
})

describe('a user task', () => {
  const people = (attributes: string, inside = '') =>
    listWarnings(file(`<userTask id="x" ${attributes}>${inside}</userTask>`))
  const starter = 'camunda:assignBy="manager"'
  const listener = (event: string) =>
    `<extensionElements><camunda:taskListener event="${event}" expression="\${task.setAssignee('a')}"/></extensionElements>`

  it('that names nobody, or only the manager of somebody, is reported', () => {
    for (const attributes of ['', 'camunda:assignee=""', 'camunda:candidateGroups=" , "', 'camunda:owner="grace"'])
      expect(people(attributes)).toEqual(['activity.nobody x'])
    expect(people(starter)).toEqual(['activity.nobody x'])
    expect(people(`${starter} camunda:assigneeOf="x"`)).toEqual(['activity.nobody x'])
    expect(people('', listener('complete'))).toEqual(['activity.nobody x'])
  })

  it('that names somebody is not', () => {
    const named = ['assignee="grace"', 'assignee="${who}"', 'candidateUsers="grace"', 'candidateGroups="staff"']
    for (const one of named) expect(people(`camunda:${one}`)).toEqual([])
    for (const one of named) expect(people(`camunda:${one} ${starter}`)).toEqual([])
    expect(people('camunda:assigneeOf="x"')).toEqual([])
    for (const event of ['create', 'all']) expect(people('', listener(event))).toEqual([])
  })

  it('is reported once where its rule is refused, and not at all where it is never deployed', () => {
    const least = file('<userTask id="x" camunda:assignBy="leastLoaded"/>')
    expect([listErrors(least), listWarnings(least)]).toEqual([['activity.candidates x'], []])
    const byPosition = (more: string) => file(`<userTask id="x" camunda:assignBy="position" ${more}/>`)
    const byProperty = (more: string) => file(`<userTask id="x" camunda:assignBy="property" ${more}/>`)
    for (const one of [byPosition('camunda:position="Clerk"'), byProperty('camunda:userProperty="region"')])
      expect([listErrors(one), listWarnings(one)]).toEqual([['activity.assignee x'], []])
    for (const whole of [
      byPosition('camunda:position="Clerk" camunda:positionIn="Line"'),
      byProperty('camunda:userProperty="region" camunda:userPropertyValue="${region}"'),
    ])
      expect([listErrors(whole), listWarnings(whole)]).toEqual([[], ['activity.nobody x']])
    expect(listWarnings(file('<userTask id="x"/>').replace('"true"', '"false"'))).toEqual(['bpmn.not-executable p'])
  })
})

describe('call activities', () => {
  it('name what they call', () => {
    expect(listErrors(file('<callActivity id="x"/>'))).toEqual(['activity.call x'])
    expect(listErrors(file('<callActivity id="x" calledElement=""/>'))).toEqual(['activity.call x'])
  })

  it('warn of cases, which do not run', () => {
    expect(listWarnings(file('<callActivity id="x" camunda:caseRef="c"/>'))).toEqual(['bpmn.unsupported x'])
  })
})

describe('tasks that run something', () => {
  it.each([
    ['serviceTask', 'activity.implementation'],
    ['sendTask', 'activity.implementation'],
    ['businessRuleTask', 'activity.decision'],
  ])('as a %s say what', (type, code) => {
    expect(listErrors(file(`<${type} id="x"/>`))).toEqual([`${code} x`])
    expect(listErrors(file(`<${type} id="x"/>`, 'flowable'))).toEqual([`${code} x`])
    expect(listWarnings(file(`<${type} id="x"/>`, 'bpmn'))).toEqual([`${code} x`])
  })

  // Zeebe's task definitions, jBPM's work items, and the connectors of Activiti 7, which the attribute of BPMN names.
  it.each([
    [
      '<serviceTask id="x"><extensionElements><z:taskDefinition xmlns:z="http://camunda.org/schema/zeebe/1.0" type="pay"/></extensionElements></serviceTask>',
      'camunda',
    ],
    ['<serviceTask id="x" xmlns:d="http://www.jboss.org/drools" d:serviceimplementation="Java"/>', 'camunda'],
    ['<serviceTask id="x" implementation="payment.PAY"/>', 'activiti'],
  ] as const)('are warned about when another engine runs them: %s', (element, dialect) => {
    expect(listErrors(file(element, dialect))).toEqual([])
    expect(listWarnings(file(element, dialect))).toContain('activity.implementation x')
  })

  it('are refused when no engine can say what to run', () => {
    expect(listErrors(file('<serviceTask id="x" implementation="##WebService"/>'))).toEqual([
      'activity.implementation x',
    ])
  })

  it('are warned about when they need Java', () => {
    expect(listWarnings(file('<serviceTask id="x" camunda:class="org.A"/>'))).toEqual(['bpmn.needs-binding x'])
    expect(
      listWarnings(
        file(
          `<task id="x"><extensionElements><camunda:executionListener event="start" delegateExpression="\${b}"/></extensionElements></task>`,
        ),
      ),
    ).toEqual(['bpmn.needs-binding x'])
    expect(
      listWarnings(
        file(
          '<userTask id="x"><extensionElements><camunda:taskListener event="create" class="org.A"/></extensionElements></userTask>',
        ),
      ),
    ).toEqual(['bpmn.needs-binding x'])
    expect(listWarnings(file('<callActivity id="x" calledElement="c" camunda:variableMappingClass="org.A"/>'))).toEqual(
      ['bpmn.needs-binding x'],
    )
    expect(listWarnings(file('<endEvent id="x"><messageEventDefinition camunda:class="org.A"/></endEvent>'))).toEqual([
      'bpmn.needs-binding x',
    ])
  })

  it('have no result variable when Java sets the variables', () => {
    expect(listErrors(file('<serviceTask id="x" camunda:class="org.A" camunda:resultVariable="r"/>'))).toEqual([
      'bpmn.value-invalid x',
    ])
  })

  it('are of a type that exists, with what it needs', () => {
    expect(listErrors(file('<serviceTask id="x" camunda:type="teleport"/>'))).toEqual(['activity.implementation x'])
    expect(listErrors(file('<serviceTask id="x" camunda:type="mail"/>'))).toEqual([
      'activity.implementation x',
      'activity.implementation x',
    ])
    expect(listErrors(file('<serviceTask id="x" flowable:type="shell"/>', 'flowable'))).toEqual([
      'activity.implementation x',
    ])
    const fields =
      '<extensionElements><flowable:field name="to" stringValue="a"/><flowable:field name="text" stringValue="b"/></extensionElements>'
    expect(listErrors(file(`<serviceTask id="x" flowable:type="mail">${fields}</serviceTask>`, 'flowable'))).toEqual([])
  })
})

describe('input and output mappings', () => {
  it('stand at activities', () => {
    expect(listErrors(file(`<task id="x">${io(input + output)}</task>`))).toEqual([])
  })

  it.each([
    ['at a gateway', `<parallelGateway id="x">${io(input)}</parallelGateway>`, 'x'],
    [
      'at a boundary event',
      `<task id="x"/><boundaryEvent id="b" attachedToRef="x">${io(input)}<errorEventDefinition/></boundaryEvent>`,
      'b',
    ],
    [
      'at an event sub-process',
      `<task id="x"/><subProcess id="es" triggeredByEvent="true">${io(input)}<startEvent id="s2"><errorEventDefinition/></startEvent></subProcess>`,
      'es',
    ],
    ['as output of an end event', `<endEvent id="x">${io(output)}</endEvent>`, 'x'],
    [
      'as output of a multi-instance activity',
      `<task id="x">${io(output)}<multiInstanceLoopCharacteristics><loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics></task>`,
      'x',
    ],
  ])('are refused %s', (_where, xml, id) => {
    expect(listErrors(file(xml))).toEqual([`io.not-allowed ${id}`])
  })

  it('may be inputs of a multi-instance activity and of an end event', () => {
    expect(
      listErrors(
        file(
          `<task id="x">${io(input)}<multiInstanceLoopCharacteristics><loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics></task>`,
        ),
      ),
    ).toEqual([])
    expect(listErrors(file(`<endEvent id="x">${io(input)}</endEvent>`))).toEqual([])
  })
})

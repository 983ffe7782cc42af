import { describe, expect, it } from 'vitest'
import { bpmn, bpmnOf, rawXml } from '../../builder/index.ts'
import { listErrors, listWarnings, readModel } from '../../testing/read-model.ts'

function processWith(attributes: string, contents = '') {
  return bpmn`<process id="p" isExecutable="true" ${rawXml(attributes)}>${rawXml(contents)}<startEvent id="s"/></process>`
}

const literal = (text: string) => ({ language: 'literal', text })

describe('a process', () => {
  it('is read with all that the vendors say of it', () => {
    const model = readModel(
      processWith(
        `name="Invoice" camunda:versionTag="1.2" camunda:historyTimeToLive="P30D" camunda:isStartableInTasklist="false"
         camunda:candidateStarterUsers="ann, bob" camunda:candidateStarterGroups="\${groups('a', 'b')}, clerks"
         camunda:jobPriority="5" camunda:taskPriority="\${urgent}"`,
        `<documentation> first </documentation><documentation>second</documentation>
         <extensionElements><camunda:properties><camunda:property name="a" value="1"/><camunda:property name="__proto__" value="2"/></camunda:properties>
         <camunda:executionListener event="start" expression="\${log.info()}"/></extensionElements>`,
      ),
    )
    expect(model).toMatchObject({
      id: 'p',
      name: 'Invoice',
      documentation: 'first\n\nsecond',
      isExecutable: true,
      dialect: 'camunda',
      category: 'http://example.org',
      versionTag: '1.2',
      historyTimeToLive: 30,
      startableInTasklist: false,
      candidateStarterUsers: [literal('ann'), literal('bob')],
      candidateStarterGroups: [{ language: 'uel', text: `\${groups('a', 'b')}` }, literal('clerks')],
      jobPriority: literal('5'),
      taskPriority: { language: 'uel', text: `\${urgent}` },
      listeners: [
        { event: 'start', run: { kind: 'expression', expression: { language: 'uel', text: `\${log.info()}` } } },
      ],
    })
    expect(Object.entries(model.properties)).toEqual([
      ['a', '1'],
      ['__proto__', '2'],
    ])
  })

  it('says nothing where the file says nothing', () => {
    expect(readModel(processWith(''))).toMatchObject({
      name: null,
      documentation: null,
      versionTag: null,
      historyTimeToLive: null,
      startableInTasklist: true,
      candidateStarterUsers: [],
      jobPriority: null,
      listeners: [],
      lanes: [],
      dataObjects: [],
    })
  })

  it('keeps history for a number of days, however it is written', () => {
    expect(readModel(processWith('camunda:historyTimeToLive="45"')).historyTimeToLive).toBe(45)
    expect(readModel(processWith('camunda:historyTimeToLive="P45D"')).historyTimeToLive).toBe(45)
    expect(readModel(processWith('camunda:historyTimeToLive=""')).historyTimeToLive).toBeNull()
    expect(listErrors(processWith('camunda:historyTimeToLive="P1M"'))).toEqual(['bpmn.value-invalid p'])
    expect(listErrors(processWith('camunda:historyTimeToLive="P1000001D"'))).toEqual(['bpmn.value-invalid p'])
  })

  it('has the names of restricted variables', () => {
    expect(readModel(processWith('')).restrictedVariables).toEqual([])
    expect(readModel(processWith('camunda:restrictedVariables=" salary ,iban*,"')).restrictedVariables).toEqual([
      'salary',
      'iban*',
    ])
    expect(listErrors(processWith('camunda:restrictedVariables="salary, a b"'))).toEqual(['bpmn.value-invalid p'])
    expect(listErrors(processWith('camunda:restrictedVariables="a*b"'))).toEqual(['bpmn.value-invalid p'])
  })

  it('reads users who may start it from the old element too', () => {
    const model = readModel(
      processWith(
        '',
        `<extensionElements><activiti:potentialStarter><resourceAssignmentExpression>
         <formalExpression>user(kermit), group(management), sales</formalExpression></resourceAssignmentExpression></activiti:potentialStarter></extensionElements>`,
      ),
    )
    expect(model.candidateStarterUsers).toEqual([literal('kermit')])
    expect(model.candidateStarterGroups).toEqual([literal('management'), literal('sales')])
  })

  it('refuses a priority that is no number', () => {
    expect(listErrors(processWith('camunda:jobPriority="high"'))).toEqual(['bpmn.value-invalid p'])
  })

  it('has its lanes, those inside lanes after the lane around them', () => {
    const xml = processWith(
      '',
      `<laneSet id="set"><lane id="a" name="A"><flowNodeRef> s </flowNodeRef><childLaneSet id="inner"><lane id="b"><flowNodeRef>s</flowNodeRef><flowNodeRef>gone</flowNodeRef></lane></childLaneSet></lane></laneSet>`,
    )
    expect(readModel(xml).lanes).toEqual([
      { id: 'a', name: 'A', elementIds: ['s'] },
      { id: 'b', name: null, elementIds: ['s', 'gone'] },
    ])
    expect(listWarnings(xml)).toEqual(['bpmn.reference-unknown b'])
  })

  it('has data objects and properties with a start value, by the scope that declares them', () => {
    const model = readModel(bpmnOf('activiti')`<itemDefinition id="money" structureRef="xsd:double"/><process id="p">
      <dataObject id="d1" name="customer" itemSubjectRef="xsd:string"><extensionElements><activiti:value>Kermit</activiti:value></extensionElements></dataObject>
      <dataObject id="d2" name="amount" itemSubjectRef="money"/>
      <property id="d3" name="count" itemSubjectRef="xsd:int"><extensionElements><activiti:value value="3"/></extensionElements></property>
      <startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="sub"/>
      <subProcess id="sub"><dataObject id="d4" name="due" itemSubjectRef="xsd:datetime"><extensionElements><activiti:value></activiti:value></extensionElements></dataObject><startEvent id="s2"/></subProcess></process>`)
    expect(model.dataObjects).toEqual([
      { id: 'd1', name: 'customer', scopeId: 'p', type: 'String', value: 'Kermit' },
      { id: 'd2', name: 'amount', scopeId: 'p', type: 'Double', value: null },
      { id: 'd3', name: 'count', scopeId: 'p', type: 'Integer', value: '3' },
      { id: 'd4', name: 'due', scopeId: 'sub', type: 'Date', value: null },
    ])
  })

  it('has its data stores as its own, and takes the name of what a drawing shows', () => {
    const model = readModel(bpmnOf('millrace')`<dataStore id="s1" name="Archive"/><process id="p" isExecutable="true">
      <dataObject id="d1"/><dataObjectReference id="r1" name="invoice" dataObjectRef="d1"/>
      <startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="sub"/>
      <subProcess id="sub"><dataStoreReference id="r2" name="archive" dataStoreRef="s1"><extensionElements><millrace:value>[]</millrace:value></extensionElements></dataStoreReference><startEvent id="s2"/></subProcess></process>`)
    expect(model.dataObjects).toEqual([
      { id: 'd1', name: 'invoice', scopeId: 'p', type: null, value: null },
      { id: 'r2', name: 'archive', scopeId: 'p', type: null, value: '[]' },
    ])
  })

  it('needs a name for a data object in Flowable, where it becomes a variable', () => {
    expect(listErrors(bpmnOf('flowable')`<process id="p"><dataObject id="d"/><startEvent id="s"/></process>`)).toEqual([
      'bpmn.name-missing d',
    ])
    expect(
      readModel(
        bpmnOf('camunda')`<process id="p" isExecutable="true"><dataObject id="d"/><startEvent id="s"/></process>`,
      ).dataObjects[0]?.name,
    ).toBe('d')
  })

  it('gives elements without an id one that stays the same', () => {
    const xml = bpmn`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="t"/>
      <task id="t"/><sequenceFlow sourceRef="t" targetRef="sequenceFlow_2"/><task id="sequenceFlow_2"/></process>`
    expect(Object.keys(readModel(xml).flows)).toEqual(['sequenceFlow_1', 'sequenceFlow_3'])
    expect(readModel(xml)).toEqual(readModel(xml))
    expect(readModel(xml).elements.s?.outgoing).toEqual(['sequenceFlow_1'])
  })

  it('takes spaces around ids and references away, as XML Schema does', () => {
    const model = readModel(
      bpmn`<process id="p" isExecutable="true"><startEvent id=" s "/><sequenceFlow id="f " sourceRef="s" targetRef=" t"/><task id="t"/></process>`,
    )
    expect(Object.keys(model.elements)).toEqual(['s', 't'])
    expect(model.flows.f).toMatchObject({ sourceId: 's', targetId: 't' })
  })

  it('survives being stored as JSON', () => {
    const model = readModel(processWith('name="x"'))
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
  })

  it('answers no for an id that objects have from their prototype', () => {
    expect(readModel(processWith('')).elements.constructor).toBeUndefined()
  })
})

describe('a sequence flow', () => {
  it('has its ends, condition, listeners and skip expression', () => {
    const model = readModel(bpmnOf(
      'flowable',
    )`<process id="p"><startEvent id="s"/><exclusiveGateway id="g"/><endEvent id="e"/>
      <sequenceFlow id="a" sourceRef="s" targetRef="g"/>
      <sequenceFlow id="b" name="big" sourceRef="g" targetRef="e" flowable:skipExpression="\${skip}">
        <extensionElements><flowable:executionListener event="take" expression="\${log}"/></extensionElements>
        <conditionExpression xsi:type="tFormalExpression"><![CDATA[\${amount > 5 && ok}]]></conditionExpression></sequenceFlow>
      <sequenceFlow id="c" sourceRef="g" targetRef="e"/></process>`)
    expect(model.flows.b).toEqual({
      id: 'b',
      name: 'big',
      sourceId: 'g',
      targetId: 'e',
      condition: { language: 'uel', text: `\${amount > 5 && ok}` },
      listeners: [{ event: 'take', run: { kind: 'expression', expression: { language: 'uel', text: `\${log}` } } }],
      skipExpression: { language: 'uel', text: `\${skip}` },
    })
    expect(model.elements.g).toMatchObject({ incoming: ['a'], outgoing: ['b', 'c'] })
  })

  it('only knows the listener event take in Camunda, whatever it says', () => {
    const model = readModel(bpmnOf('camunda')`<process id="p" isExecutable="true"><startEvent id="s"/><endEvent id="e"/>
      <sequenceFlow id="a" sourceRef="s" targetRef="e"><extensionElements><camunda:executionListener event="start" expression="\${log}"/></extensionElements></sequenceFlow></process>`)
    expect(model.flows.a?.listeners).toMatchObject([{ event: 'take' }])
  })

  it.each([
    ['<conditionExpression camunda:resource="deployment://c.js" language="javascript"/>', 'bpmn.unsupported'],
    ['<conditionExpression xsi:type="tSomethingElse">x</conditionExpression>', 'bpmn.value-invalid'],
  ])('refuses the condition %s', (condition, code) => {
    const xml = bpmn`<process id="p" isExecutable="true"><startEvent id="s"/><endEvent id="e"/><sequenceFlow id="a" sourceRef="s" targetRef="e">${rawXml(condition)}</sequenceFlow></process>`
    expect(listErrors(xml)).toEqual([`${code} a`])
  })
})

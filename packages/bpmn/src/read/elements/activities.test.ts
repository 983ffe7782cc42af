import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect, FlowElement } from '../../model.ts'
import { listErrors, listWarnings, readElement } from '../../testing/read-model.ts'

const literal = (text: string) => ({ language: 'literal', text })
const uel = (text: string) => ({ language: 'uel', text })

function file(element: string, dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`<message id="m" name="order"/><error id="err" errorCode="E1"/><process id="p" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="x"/>${rawXml(element)}</process>`
}

function read<T extends FlowElement['type']>(type: T, attributes: string, inside = '', dialect?: Dialect) {
  return readElement(file(`<${type} id="x" ${attributes}>${inside}</${type}>`, dialect), type, 'x')
}

describe('asynchronous continuations', () => {
  it.each([
    ['camunda', 'camunda:asyncBefore="true"', { before: true, after: false, exclusive: true }],
    ['camunda', 'camunda:async="true" camunda:exclusive="false"', { before: true, after: false, exclusive: false }],
    ['operaton', 'operaton:asyncAfter="true"', { before: false, after: true, exclusive: true }],
    ['flowable', 'flowable:async="true"', { before: true, after: false, exclusive: true }],
    ['flowable', 'flowable:asyncLeave="true"', { before: false, after: true, exclusive: true }],
    ['activiti', 'activiti:async="true" activiti:exclusive="false"', { before: true, after: false, exclusive: false }],
    ['millrace', 'millrace:asyncBefore="true"', { before: true, after: false, exclusive: true }],
    ['bpmn', '', { before: false, after: false, exclusive: true }],
  ] as const)('in %s “%s” is %o', (dialect, attributes, async) => {
    expect(read('task', attributes, '', dialect).async).toMatchObject(async)
  })

  it('have a priority and retries', () => {
    const element = read(
      'task',
      'camunda:jobPriority="7"',
      `<extensionElements><camunda:failedJobRetryTimeCycle> R3/PT10M </camunda:failedJobRetryTimeCycle></extensionElements>`,
    )
    expect(element.async).toMatchObject({ jobPriority: literal('7'), retryCycle: literal('R3/PT10M') })
  })
})

describe('a user task', () => {
  it('is read from the attributes of the vendors', () => {
    const task = read(
      'userTask',
      `name="Check \${id}" camunda:assignee="\${boss}" camunda:candidateUsers="ann,\${others('a', 'b')}" camunda:candidateGroups="clerks"
       camunda:dueDate="\${due}" camunda:followUpDate="2030-01-01" camunda:priority="60" camunda:formKey="embedded:x"`,
      '<documentation>Do \n it</documentation>',
    )
    expect(task).toMatchObject({
      assignee: uel(`\${boss}`),
      owner: null,
      candidateUsers: [literal('ann'), uel(`\${others('a', 'b')}`)],
      candidateGroups: [literal('clerks')],
      dueDate: uel(`\${due}`),
      followUpDate: literal('2030-01-01'),
      priority: literal('60'),
      nameText: uel(`Check \${id}`),
      descriptionText: literal('Do \n it'),
      form: { key: literal('embedded:x'), ref: null, fields: [] },
    })
  })

  it('is read from the attributes of Flowable', () => {
    const task = read(
      'userTask',
      `flowable:owner="ann" flowable:category="urgent" flowable:taskIdVariableName="tid" flowable:taskCompleterVariableName="who"
       flowable:businessCalendarName="work" flowable:skipExpression="\${skip}"`,
      '',
      'flowable',
    )
    expect(task).toMatchObject({
      owner: literal('ann'),
      category: literal('urgent'),
      taskIdVariable: literal('tid'),
      completerVariable: literal('who'),
      calendar: 'work',
      skipExpression: uel(`\${skip}`),
    })
  })

  it('is for whom the roles of BPMN say', () => {
    const role = (name: string, text: string) =>
      `<${name}><resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression></${name}>`
    const task = read(
      'userTask',
      '',
      role('humanPerformer', ' kermit ') +
        role('potentialOwner', `user(ann), group(\${g}), sales`) +
        role('potentialOwner', 'group(b)'),
      'bpmn',
    )
    expect(task).toMatchObject({
      assignee: literal('kermit'),
      candidateUsers: [literal('ann')],
      candidateGroups: [uel(`\${g}`), literal('sales'), literal('b')],
    })
  })

  // BPMN 2.0, 10.3.2 and table 8.61: a resource role names its resource. Flowable (`UserTaskXMLConverter`) reads it as a group.
  it('is for the groups that the resources of its roles are', () => {
    const owner = (reference: string) => `<potentialOwner><resourceRef>${reference}</resourceRef></potentialOwner>`
    const xml = (dialect: Dialect) => bpmnOf(
      dialect,
    )`<resource id="r1" name="accountants"/><process id="p" isExecutable="true">
      <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="x"/><userTask id="x">${rawXml(owner('r1') + owner('tns:managers'))}</userTask></process>`
    for (const dialect of ['flowable', 'bpmn'] as const)
      expect(readElement(xml(dialect), 'userTask', 'x')).toMatchObject({
        candidateUsers: [],
        candidateGroups: [literal('accountants'), literal('managers')],
      })
  })

  it('has one assignee', () => {
    const performer =
      '<humanPerformer><resourceAssignmentExpression><formalExpression>a</formalExpression></resourceAssignmentExpression></humanPerformer>'
    expect(listErrors(file(`<userTask id="x" camunda:assignee="b">${performer}</userTask>`))).toEqual([
      'activity.assignee x',
    ])
    expect(listErrors(file(`<userTask id="x">${performer}${performer}</userTask>`))).toEqual(['activity.assignee x'])
  })
})

describe('a service task', () => {
  it.each([
    [
      `camunda:expression="\${a.b()}" camunda:resultVariable="r"`,
      { kind: 'expression', expression: uel(`\${a.b()}`), resultVariable: 'r', isLocalResult: false },
    ],
    [`camunda:expression="\${a}" camunda:resultVariableName="r"`, { kind: 'expression', resultVariable: 'r' }],
    [`camunda:class="org.A"`, { kind: 'class', name: 'org.A', fields: [], resultVariable: null }],
    [
      `camunda:delegateExpression="\${bean}"`,
      { kind: 'delegateExpression', expression: uel(`\${bean}`), fields: [], resultVariable: null },
    ],
    [
      `camunda:type="external" camunda:topic="\${t}" camunda:taskPriority="3"`,
      { kind: 'external', topic: uel(`\${t}`), priority: literal('3'), errorMappings: [] },
    ],
  ])('with %s runs %o', (attributes, implementation) => {
    expect(read('serviceTask', attributes).implementation).toMatchObject(implementation)
  })

  it('has fields as strings and expressions, by attribute or element', () => {
    const fields = `<extensionElements><camunda:field name="a" stringValue="1"/><camunda:field name="b"><camunda:string><![CDATA[ 2 ]]></camunda:string></camunda:field>
      <camunda:field name="c" expression="\${c}"/><camunda:field name="d"><camunda:expression> \${d} </camunda:expression></camunda:field></extensionElements>`
    expect(read('serviceTask', 'camunda:class="A"', fields).implementation).toMatchObject({
      fields: [
        { name: 'a', value: literal('1') },
        { name: 'b', value: literal(' 2 ') },
        { name: 'c', value: uel(`\${c}`) },
        { name: 'd', value: uel(`\${d}`) },
      ],
    })
    const empty = '<extensionElements><camunda:field name="a"/></extensionElements>'
    expect(listErrors(file(`<serviceTask id="x" camunda:class="A">${empty}</serviceTask>`))).toEqual([
      'bpmn.value-invalid x',
    ])
  })

  it('keeps the result local where Flowable says so', () => {
    const task = read(
      'serviceTask',
      `flowable:expression="\${a}" flowable:resultVariableName="r" flowable:useLocalScopeForResultVariable="true"`,
      '',
      'flowable',
    )
    expect(task.implementation).toMatchObject({ kind: 'expression', resultVariable: 'r', isLocalResult: true })
  })

  it('maps what an external worker reports to errors', () => {
    const mapping = `<extensionElements><camunda:errorEventDefinition id="e" errorRef="err" expression="\${bad}"/><camunda:errorEventDefinition id="e2" errorRef="PLAIN" expression="\${worse}"/></extensionElements>`
    expect(read('serviceTask', 'camunda:type="external" camunda:topic="t"', mapping).implementation).toMatchObject({
      errorMappings: [
        { errorCode: 'E1', condition: uel(`\${bad}`), exceptionClass: null },
        { errorCode: 'PLAIN', condition: uel(`\${worse}`), exceptionClass: null },
      ],
    })
    const exception =
      '<extensionElements><flowable:mapException errorCode="E2">org.Bad</flowable:mapException></extensionElements>'
    expect(
      read('serviceTask', 'flowable:type="external-worker" flowable:topic="t"', exception, 'flowable').implementation,
    ).toMatchObject({
      kind: 'external',
      errorMappings: [{ errorCode: 'E2', condition: null, exceptionClass: 'org.Bad' }],
    })
  })

  it('may use a connector', () => {
    const connector = `<extensionElements><camunda:connector><camunda:connectorId>http-connector</camunda:connectorId>
      <camunda:inputOutput><camunda:inputParameter name="url">http://x</camunda:inputParameter></camunda:inputOutput></camunda:connector></extensionElements>`
    expect(read('serviceTask', '', connector).implementation).toEqual({
      kind: 'connector',
      id: 'http-connector',
      io: { inputs: [{ name: 'url', value: { kind: 'expression', expression: literal('http://x') } }], outputs: [] },
    })
  })

  it('may be one of Flowable’s built-in services', () => {
    const field = '<extensionElements><flowable:field name="requestUrl" stringValue="http://x"/></extensionElements>'
    expect(read('serviceTask', 'flowable:type="http"', field, 'flowable').implementation).toMatchObject({
      kind: 'builtIn',
      name: 'http',
      fields: [{ name: 'requestUrl' }],
    })
  })

  it('may be Flowable’s decision task', () => {
    const fields =
      '<extensionElements><flowable:field name="decisionTableReferenceKey" stringValue="dish"/><flowable:field name="decisionTaskThrowErrorOnNoHits" stringValue="true"/></extensionElements>'
    expect(read('serviceTask', 'flowable:type="dmn"', fields, 'flowable').implementation).toMatchObject({
      kind: 'decision',
      decision: { ref: literal('dish'), throwsWithoutResult: true },
    })
    expect(listErrors(file('<serviceTask id="x" flowable:type="dmn"/>', 'flowable'))).toContain('activity.decision x')
  })

  it('cannot call a web service', () => {
    expect(
      listErrors(file('<serviceTask id="x" implementation="##WebService" operationRef="op"/>', 'flowable')),
    ).toContain('bpmn.unsupported x')
  })

  it('needs a topic when a worker does it', () => {
    expect(listErrors(file('<serviceTask id="x" camunda:type="external"/>'))).toEqual(['activity.topic x'])
  })
})

describe('a business rule task', () => {
  it('calls a decision with its binding', () => {
    const attributes =
      'camunda:decisionRef="dish" camunda:decisionRefBinding="version" camunda:decisionRefVersion="2" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="r" camunda:decisionRefTenantId="t"'
    expect(read('businessRuleTask', attributes).implementation).toEqual({
      kind: 'decision',
      decision: {
        ref: literal('dish'),
        binding: { kind: 'version', version: literal('2') },
        mapResult: 'singleEntry',
        resultVariable: 'r',
        tenantId: literal('t'),
        throwsWithoutResult: false,
      },
    })
    expect(read('businessRuleTask', 'camunda:decisionRef="dish"').implementation).toMatchObject({
      decision: { binding: { kind: 'latest' }, mapResult: 'resultList' },
    })
  })

  it('may run anything that a service task runs', () => {
    expect(read('businessRuleTask', `camunda:expression="\${x}"`).implementation.kind).toBe('expression')
  })

  it('is refused with an unknown mapper, a binding without version, or Drools rules', () => {
    expect(
      listErrors(file('<businessRuleTask id="x" camunda:decisionRef="d" camunda:mapDecisionResult="first"/>')),
    ).toEqual(['bpmn.value-invalid x'])
    expect(
      listErrors(file('<businessRuleTask id="x" camunda:decisionRef="d" camunda:decisionRefBinding="version"/>')),
    ).toEqual(['activity.binding x'])
    expect(
      listErrors(file(`<businessRuleTask id="x" activiti:ruleVariablesInput="\${order}"/>`, 'activiti')),
    ).toContain('bpmn.unsupported x')
  })
})

describe('send, receive and script tasks', () => {
  it('send a message or run something', () => {
    expect(read('sendTask', 'messageRef="m"')).toMatchObject({
      message: { name: literal('order') },
      implementation: { kind: 'none', isElsewhere: false },
    })
    expect(read('sendTask', 'camunda:class="A"')).toMatchObject({ message: null, implementation: { kind: 'class' } })
  })

  it('receive a message, or wait to be triggered', () => {
    expect(read('receiveTask', 'messageRef="m"')).toMatchObject({
      message: { name: literal('order') },
      instantiate: false,
    })
    expect(read('receiveTask', 'instantiate="true"')).toMatchObject({ message: null, instantiate: true })
    expect(listErrors(file('<receiveTask id="x" messageRef="gone"/>'))).toEqual(['bpmn.reference-unknown x'])
  })

  it('run a script in its language', () => {
    expect(
      read('scriptTask', 'scriptFormat="JavaScript" camunda:resultVariable="r"', '<script><![CDATA[a < b]]></script>'),
    ).toMatchObject({
      script: { language: 'javascript', text: 'a < b', resource: null },
      resultVariable: 'r',
      storesVariables: false,
    })
    expect(read('scriptTask', 'scriptFormat="groovy" camunda:resource="deployment://x.groovy"').script).toEqual({
      language: 'groovy',
      text: null,
      resource: literal('deployment://x.groovy'),
    })
    expect(read('scriptTask', '', '<script>x</script>').script.language).toBe('juel')
    expect(
      read('scriptTask', 'flowable:autoStoreVariables="true"', '<script>x</script>', 'flowable').storesVariables,
    ).toBe(true)
  })

  it('refuse a script that is missing; Camunda runs an empty one', () => {
    expect(listErrors(file('<scriptTask id="x"/>'))).toEqual(['activity.script x'])
    expect(listErrors(file('<scriptTask id="x"><script/></scriptTask>', 'flowable'))).toEqual(['activity.script x'])
    expect(listWarnings(file('<scriptTask id="x"><script/></scriptTask>'))).toEqual(['activity.script x'])
  })
})

describe('a call activity', () => {
  it('calls a process with mappings in and out', () => {
    const mappings = `<extensionElements><camunda:in businessKey="#{execution.processBusinessKey}"/><camunda:in variables="all"/><camunda:in source="a" target="b" local="true"/>
      <camunda:in sourceExpression="\${x+1}" target="c"/><camunda:out source="d" target="e"/><camunda:out variables="all" local="true"/></extensionElements>`
    expect(
      read(
        'callActivity',
        'calledElement="child" camunda:calledElementBinding="deployment" camunda:calledElementTenantId="t"',
        mappings,
      ),
    ).toMatchObject({
      calledElement: literal('child'),
      isCase: false,
      binding: { kind: 'deployment' },
      tenantId: literal('t'),
      in: [
        { kind: 'businessKey', expression: uel('#{execution.processBusinessKey}') },
        { kind: 'all', local: false },
        { kind: 'variable', source: 'a', target: 'b', local: true },
        { kind: 'expression', source: uel(`\${x+1}`), target: 'c', local: false },
      ],
      out: [
        { kind: 'variable', source: 'd', target: 'e', local: false },
        { kind: 'all', local: true },
      ],
      mappingDelegate: null,
    })
  })

  it.each([
    [
      'camunda:calledElementBinding="version" camunda:calledElementVersion="3"',
      { kind: 'version', version: literal('3') },
    ],
    [
      `camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="\${tag}"`,
      { kind: 'versionTag', versionTag: uel(`\${tag}`) },
    ],
    ['camunda:calledElementBinding="latest"', { kind: 'latest' }],
    ['', { kind: 'latest' }],
  ])('binds by “%s”', (attributes, binding) => {
    expect(read('callActivity', `calledElement="child" ${attributes}`).binding).toEqual(binding)
  })

  it('is read in Flowable’s words', () => {
    const attributes = `calledElement="child" flowable:inheritVariables="true" flowable:inheritBusinessKey="true" flowable:businessKey="\${k}" flowable:sameDeployment="true"
      flowable:idVariableName="pid" flowable:processInstanceName="Child \${n}" flowable:useLocalScopeForOutParameters="true"`
    expect(
      read(
        'callActivity',
        attributes,
        '<extensionElements><flowable:out source="a" target="b"/></extensionElements>',
        'flowable',
      ),
    ).toMatchObject({
      binding: { kind: 'deployment' },
      businessKey: uel(`\${k}`),
      inheritsBusinessKey: true,
      inheritsVariables: true,
      instanceIdVariable: { language: 'literal', text: 'pid' },
      instanceName: uel(`Child \${n}`),
      out: [{ kind: 'variable', source: 'a', target: 'b', local: true }],
    })
    expect(
      read('callActivity', 'calledElement="p:1:7" flowable:calledElementType="id"', '', 'flowable').binding,
    ).toEqual({ kind: 'id' })
  })

  it('may map its variables in Java, or call a case', () => {
    expect(read('callActivity', 'calledElement="c" camunda:variableMappingClass="org.M"').mappingDelegate).toEqual({
      kind: 'class',
      name: 'org.M',
      fields: [],
    })
    expect(
      read('callActivity', `calledElement="c" camunda:variableMappingDelegateExpression="\${m}"`).mappingDelegate,
    ).toMatchObject({ kind: 'delegateExpression' })
    expect(read('callActivity', 'camunda:caseRef="c" camunda:caseBinding="deployment"')).toMatchObject({
      isCase: true,
      calledElement: literal('c'),
      binding: { kind: 'deployment' },
    })
  })

  it.each(['<camunda:in target="b"/>', '<camunda:in source="" target="b"/>', '<camunda:out source="a"/>'])(
    'refuses %s',
    (mapping) => {
      expect(
        listErrors(
          file(
            `<callActivity id="x" calledElement="c"><extensionElements>${mapping}</extensionElements></callActivity>`,
          ),
        ),
      ).toEqual(['activity.mapping x'])
    },
  )
})

describe('sub-processes', () => {
  it('know what stands inside them, in document order', () => {
    const inside = '<startEvent id="s2"/><sequenceFlow id="f2" sourceRef="s2" targetRef="t2"/><task id="t2"/>'
    expect(read('subProcess', '', inside)).toMatchObject({ childIds: ['s2', 't2'], triggeredByEvent: false })
    expect(read('transaction', '', inside)).toMatchObject({ type: 'transaction', childIds: ['s2', 't2'] })
    expect(readElement(file(`<subProcess id="x">${inside}</subProcess>`), 'task', 't2').scopeId).toBe('x')
  })

  it('may be ad-hoc', () => {
    const condition = `<completionCondition>\${done}</completionCondition><task id="t2"/>`
    expect(
      read('adHocSubProcess', 'ordering="Sequential" cancelRemainingInstances="false"', condition, 'flowable'),
    ).toMatchObject({
      isSequential: true,
      cancelRemaining: false,
      completionCondition: uel(`\${done}`),
      childIds: ['t2'],
    })
    expect(read('adHocSubProcess', '', '<task id="t2"/>', 'bpmn')).toMatchObject({
      isSequential: false,
      cancelRemaining: true,
      completionCondition: null,
    })
  })
})

describe('gateways', () => {
  it.each(['exclusiveGateway', 'inclusiveGateway'] as const)('an %s has a default flow', (type) => {
    const xml = file(`<${type} id="x" default="d"/><task id="t"/><sequenceFlow id="d" sourceRef="x" targetRef="t"/>`)
    expect(readElement(xml, type, 'x')).toMatchObject({ defaultFlowId: 'd', incoming: ['f'], outgoing: ['d'] })
  })

  it('may wait for events, or for a condition', () => {
    expect(read('eventBasedGateway', 'instantiate="true" eventGatewayType="Parallel"')).toMatchObject({
      instantiate: true,
      isParallel: true,
    })
    expect(read('eventBasedGateway', '')).toMatchObject({ instantiate: false, isParallel: false })
    expect(
      read('complexGateway', '', '<activationCondition>x</activationCondition>', 'bpmn').activationCondition,
    ).toEqual(literal('x'))
    expect(read('parallelGateway', '').type).toBe('parallelGateway')
  })
})

import { bpmn, process } from '@millrace/bpmn/builder'

/** Models whose instances wait at each kind of element, by their keys. */
export const waitingProcesses: Readonly<Record<string, string>> = {
  simple: process('simple').start().userTask('fill', { 'camunda:candidateGroups': 'clerks' }).end('done').toXml(),

  parallelMany: bpmn`<process id="parallelMany" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="each"/>
    <userTask id="each"><multiInstanceLoopCharacteristics camunda:collection="\${names}" camunda:elementVariable="name"/></userTask>
    <sequenceFlow id="f2" sourceRef="each" targetRef="e"/><endEvent id="e"/></process>`,

  inTurn: bpmn`<process id="inTurn" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="sub"/>
    <subProcess id="sub"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>
      <startEvent id="is"/><sequenceFlow id="if1" sourceRef="is" targetRef="step"/><userTask id="step"/>
      <sequenceFlow id="if2" sourceRef="step" targetRef="ie"/><endEvent id="ie"/></subProcess>
    <sequenceFlow id="f2" sourceRef="sub" targetRef="e"/><endEvent id="e"/></process>`,

  outside: process('outside')
    .start()
    .serviceTask('work', { 'camunda:type': 'external', 'camunda:topic': 'outside' })
    .end()
    .toXml(),

  timers: bpmn`<process id="timers" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="g"/><parallelGateway id="g"/>
    <sequenceFlow id="f2" sourceRef="g" targetRef="later"/><sequenceFlow id="f3" sourceRef="g" targetRef="slow"/>
    <intermediateCatchEvent id="later"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT5H</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f4" sourceRef="later" targetRef="e1"/><endEvent id="e1"/>
    <userTask id="slow"/><boundaryEvent id="again" attachedToRef="slow" cancelActivity="false"><timerEventDefinition><timeCycle xsi:type="tFormalExpression">R3/PT20M</timeCycle></timerEventDefinition></boundaryEvent>
    <sequenceFlow id="f5" sourceRef="again" targetRef="reminded"/><endEvent id="reminded"/>
    <sequenceFlow id="f6" sourceRef="slow" targetRef="e2"/><endEvent id="e2"/></process>`,

  messages: bpmn`<message id="m" name="paid"/><message id="m2" name="cancelled"/><process id="messages" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="g"/><eventBasedGateway id="g"/>
    <sequenceFlow id="f2" sourceRef="g" targetRef="c1"/><sequenceFlow id="f3" sourceRef="g" targetRef="c2"/>
    <intermediateCatchEvent id="c1"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
    <intermediateCatchEvent id="c2"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P30D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f4" sourceRef="c1" targetRef="r"/><receiveTask id="r" messageRef="m2"/>
    <sequenceFlow id="f5" sourceRef="c2" targetRef="e2"/><endEvent id="e2"/>
    <sequenceFlow id="f6" sourceRef="r" targetRef="e"/><endEvent id="e"/></process>`,

  signals: bpmn`<signal id="sig" name="go"/><process id="signals" isExecutable="true">
    <subProcess id="listener" triggeredByEvent="true"><startEvent id="ls" isInterrupting="false"><signalEventDefinition signalRef="sig"/></startEvent>
      <sequenceFlow id="lf" sourceRef="ls" targetRef="le"/><endEvent id="le"/></subProcess>
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="c"/>
    <intermediateCatchEvent id="c"><signalEventDefinition signalRef="sig"/></intermediateCatchEvent>
    <sequenceFlow id="f2" sourceRef="c" targetRef="cond"/>
    <intermediateCatchEvent id="cond"><conditionalEventDefinition><condition xsi:type="tFormalExpression">\${settled}</condition></conditionalEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f3" sourceRef="cond" targetRef="e"/><endEvent id="e"/></process>`,

  caller: bpmn`<process id="caller" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="call"/>
    <callActivity id="call" calledElement="simple"><extensionElements><camunda:in variables="all"/><camunda:out source="round" target="answer"/></extensionElements></callActivity>
    <sequenceFlow id="f2" sourceRef="call" targetRef="e"/><endEvent id="e"/></process>`,

  joins: bpmn`<process id="joins" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="g"/><inclusiveGateway id="g"/>
    <sequenceFlow id="f2" sourceRef="g" targetRef="j"/><sequenceFlow id="f3" sourceRef="g" targetRef="u"/>
    <userTask id="u"/><sequenceFlow id="f4" sourceRef="u" targetRef="j"/><inclusiveGateway id="j"/>
    <sequenceFlow id="f5" sourceRef="j" targetRef="g2"/><parallelGateway id="g2"/>
    <sequenceFlow id="f6" sourceRef="g2" targetRef="j2"/><sequenceFlow id="f7" sourceRef="g2" targetRef="u2"/>
    <userTask id="u2"/><sequenceFlow id="f8" sourceRef="u2" targetRef="j2"/><parallelGateway id="j2"/>
    <sequenceFlow id="f9" sourceRef="j2" targetRef="e"/><endEvent id="e"/></process>`,

  queued: process('queued')
    .start()
    .serviceTask('later', {
      'camunda:asyncBefore': true,
      'camunda:expression': '${1 + 1}',
      'camunda:resultVariable': 'sum',
    })
    .end()
    .toXml(),

  failing: process('failing')
    .start()
    .serviceTask('bad', { 'camunda:asyncBefore': true, 'camunda:expression': '${repaired}' })
    .end()
    .toXml(),

  undone: bpmn`<process id="undone" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="book"/>
    <serviceTask id="book" camunda:expression="\${true}"/><boundaryEvent id="b" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>
    <userTask id="refund" isForCompensation="true"/><association id="a" associationDirection="One" sourceRef="b" targetRef="refund"/>
    <sequenceFlow id="f2" sourceRef="book" targetRef="decide"/><userTask id="decide"/>
    <sequenceFlow id="f3" sourceRef="decide" targetRef="throw"/><intermediateThrowEvent id="throw"><compensateEventDefinition/></intermediateThrowEvent>
    <sequenceFlow id="f4" sourceRef="throw" targetRef="e"/><endEvent id="e"/></process>`,
}

/** The models that are deployed for the calls: an element of each waiting kind, and a decision. */
export const models: Readonly<Record<string, string>> = {
  'work.bpmn': `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="fuzz">
  <message id="paid" name="paid"/><signal id="alarm" name="alarm"/><error id="failed" errorCode="failed"/>
  <process id="work" name="Work" isExecutable="true" camunda:historyTimeToLive="P30D" camunda:versionTag="v1">
    <startEvent id="start" camunda:initiator="starter"><extensionElements><camunda:formData>
      <camunda:formField id="amount" label="Amount" type="long"/><camunda:formField id="day" type="date"/>
      <camunda:formField id="kind" type="enum"><camunda:value id="a" name="A"/></camunda:formField></camunda:formData></extensionElements></startEvent>
    <startEvent id="much"><conditionalEventDefinition><condition xsi:type="tFormalExpression">\${amount > 100}</condition></conditionalEventDefinition></startEvent>
    <sequenceFlow id="f00" sourceRef="much" targetRef="open"/>
    <sequenceFlow id="f0" sourceRef="start" targetRef="fork"/><parallelGateway id="fork"/>
    <sequenceFlow id="f1" sourceRef="fork" targetRef="mine"/><userTask id="mine" name="Mine" camunda:assignee="rosa" camunda:candidateGroups="finance"/>
    <sequenceFlow id="f2" sourceRef="fork" targetRef="open"/><userTask id="open" name="Open" camunda:candidateGroups="finance"><extensionElements><camunda:formData>
      <camunda:formField id="note" type="string"/><camunda:formField id="count" type="long"/></camunda:formData></extensionElements></userTask>
    <sequenceFlow id="f4" sourceRef="fork" targetRef="print"/><serviceTask id="print" camunda:type="external" camunda:topic="print" camunda:taskPriority="7"/>
    <boundaryEvent id="wrong" attachedToRef="print"><errorEventDefinition errorRef="failed"/></boundaryEvent><sequenceFlow id="f14" sourceRef="wrong" targetRef="mend"/><userTask id="mend"/>
    <sequenceFlow id="f5" sourceRef="fork" targetRef="scan"/><serviceTask id="scan" camunda:type="external" camunda:topic="scan"/>
    <sequenceFlow id="f7" sourceRef="fork" targetRef="hear"/><intermediateCatchEvent id="hear"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
    <sequenceFlow id="f8" sourceRef="fork" targetRef="see"/><intermediateCatchEvent id="see"><signalEventDefinition signalRef="alarm"/></intermediateCatchEvent>
    <sequenceFlow id="f9" sourceRef="fork" targetRef="broken"/><serviceTask id="broken" camunda:asyncBefore="true" camunda:expression="\${missing.value}"/>
    <sequenceFlow id="f10" sourceRef="fork" targetRef="wait"/><intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f11" sourceRef="fork" targetRef="receive"/><receiveTask id="receive"/>
    <sequenceFlow id="f12" sourceRef="fork" targetRef="free"/><adHocSubProcess id="free"><userTask id="first"/><userTask id="second"/></adHocSubProcess>
  </process>
</definitions>`,
  'short.bpmn': `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="fuzz">
  <process id="short" name="Short" isExecutable="true"><startEvent id="begin"/><sequenceFlow id="s1" sourceRef="begin" targetRef="decide"/>
    <businessRuleTask id="decide" camunda:decisionRef="choice" camunda:resultVariable="chosen"/><sequenceFlow id="s2" sourceRef="decide" targetRef="end"/><endEvent id="end"/></process>
</definitions>`,
  'choice.dmn': `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:camunda="http://camunda.org/schema/1.0/dmn" id="choices" name="Choices" namespace="fuzz">
  <decision id="choice" name="Choice" camunda:historyTimeToLive="30"><decisionTable id="table">
    <input id="in"><inputExpression id="inText" typeRef="string"><text>note</text></inputExpression></input>
    <output id="out" name="result" typeRef="string"/>
    <rule id="rule"><inputEntry id="any"><text></text></inputEntry><outputEntry id="value"><text>"yes"</text></outputEntry></rule>
  </decisionTable></decision>
</definitions>`,
}

/** A process that waits in every way: with tasks, external tasks, events, a timer and an ad-hoc sub-process. */
export const workModel = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <message id="paid" name="paid"/><signal id="alarm" name="alarm"/><error id="failed" errorCode="failed"/>
  <process id="work" name="Work" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="fork"/>
    <startEvent id="much"><conditionalEventDefinition><condition xsi:type="tFormalExpression">\${amount > 100}</condition></conditionalEventDefinition></startEvent>
    <sequenceFlow id="f00" sourceRef="much" targetRef="open"/>
    <parallelGateway id="fork"/>
    <sequenceFlow id="f1" sourceRef="fork" targetRef="mine"/><userTask id="mine" camunda:assignee="assignee" camunda:candidateGroups="clerks"/>
    <sequenceFlow id="f2" sourceRef="fork" targetRef="open"/><userTask id="open" camunda:candidateGroups="clerks"/>
    <sequenceFlow id="f3" sourceRef="fork" targetRef="delegated"/><userTask id="delegated" camunda:assignee="root"/>
    <sequenceFlow id="f4" sourceRef="fork" targetRef="free1"/><serviceTask id="free1" camunda:type="external" camunda:topic="free"/>
    <sequenceFlow id="f5" sourceRef="fork" targetRef="held1"/><serviceTask id="held1" camunda:type="external" camunda:topic="held"/>
    <sequenceFlow id="f6" sourceRef="fork" targetRef="failed1"/><serviceTask id="failed1" camunda:type="external" camunda:topic="failed"/>
    <sequenceFlow id="f7" sourceRef="fork" targetRef="hear"/><intermediateCatchEvent id="hear"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
    <sequenceFlow id="f8" sourceRef="fork" targetRef="see"/><intermediateCatchEvent id="see"><signalEventDefinition signalRef="alarm"/></intermediateCatchEvent>
    <sequenceFlow id="f9" sourceRef="fork" targetRef="later"/><task id="later" camunda:asyncBefore="true"/>
    <sequenceFlow id="f10" sourceRef="fork" targetRef="wait"/><intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f11" sourceRef="fork" targetRef="receive"/><receiveTask id="receive"/>
    <sequenceFlow id="f12" sourceRef="fork" targetRef="free"/><adHocSubProcess id="free"><userTask id="first"/><userTask id="second"/></adHocSubProcess>
  </process>
</definitions>`

/** A process that lists of processes to start do not have. */
export const hiddenModel = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="hidden" name="Hidden" isExecutable="true" camunda:isStartableInTasklist="false">
    <startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="wait"/><userTask id="wait"/>
  </process>
</definitions>`

/** A decision table with one rule. */
export const decisionModel = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="choices" name="Choices" namespace="test">
  <decision id="choice" name="Choice"><decisionTable id="table">
    <input id="in"><inputExpression id="inText" typeRef="string"><text>note</text></inputExpression></input>
    <output id="out" name="result" typeRef="string"/>
    <rule id="rule"><inputEntry id="any"><text></text></inputEntry><outputEntry id="value"><text>"yes"</text></outputEntry></rule>
  </decisionTable></decision>
</definitions>`

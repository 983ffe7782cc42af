/** A process with two user tasks and a condition between them. */
export const twoTasks = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" id="definitions" targetNamespace="bench">
  <process id="twoTasks" isExecutable="true">
    <startEvent id="start" /><sequenceFlow id="f1" sourceRef="start" targetRef="first" />
    <userTask id="first" name="First" camunda:assignee="ann" /><sequenceFlow id="f2" sourceRef="first" targetRef="choose" />
    <exclusiveGateway id="choose" default="f5" />
    <sequenceFlow id="f3" sourceRef="choose" targetRef="second"><conditionExpression xsi:type="tFormalExpression">\${amount > 100}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f5" sourceRef="choose" targetRef="end" />
    <userTask id="second" name="Second" camunda:assignee="ben" /><sequenceFlow id="f4" sourceRef="second" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

/** The model for bpmn-engine, which evaluates comparisons only as scripts. */
export const twoTasksForPeer = twoTasks.replace(
  '<conditionExpression xsi:type="tFormalExpression">${amount > 100}',
  '<conditionExpression xsi:type="tFormalExpression" language="JavaScript">next(null, this.environment.variables.amount &gt; 100)',
)

const definitions = (body: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">${body}</definitions>`

/** A process with `count` open tasks, and one more task that is created again whenever it is completed. */
export const crowd = definitions(`<process id="crowd" isExecutable="true">
  <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="fork"/><parallelGateway id="fork"/>
  <sequenceFlow id="f1" sourceRef="fork" targetRef="each"/>
  <userTask id="each" camunda:candidateGroups="clerks"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <sequenceFlow id="f2" sourceRef="each" targetRef="end"/><endEvent id="end"/>
  <sequenceFlow id="f3" sourceRef="fork" targetRef="again"/><exclusiveGateway id="again"/>
  <sequenceFlow id="f4" sourceRef="again" targetRef="beside"/><userTask id="beside" camunda:assignee="ann"/>
  <sequenceFlow id="f5" sourceRef="beside" targetRef="more"/><exclusiveGateway id="more" default="f6"/>
  <sequenceFlow id="f6" sourceRef="more" targetRef="again"/>
  <sequenceFlow id="f7" sourceRef="more" targetRef="done"><conditionExpression>\${count == 0}</conditionExpression></sequenceFlow><endEvent id="done"/>
</process>`)

/** A process with as many parallel tasks as the variable `count` says. */
export const many = definitions(`<process id="many" isExecutable="true">
  <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="each"/>
  <userTask id="each" camunda:candidateGroups="clerks"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <sequenceFlow id="f1" sourceRef="each" targetRef="end"/><endEvent id="end"/>
</process>`)

/**
 * Creates a model with a number of flow elements and their flows: tasks of all kinds and gateways between them, each
 * with expressions.
 */
export function createLongModel(count: number): string {
  const parts: string[] = []
  const ids = ['start']
  const add = (id: string, xml: string) => {
    parts.push(`<sequenceFlow id="to-${id}" sourceRef="${ids.at(-1)}" targetRef="${id}"/>${xml}`)
    ids.push(id)
  }
  for (let index = 0; parts.length < count - 2; index++) {
    const id = `e${index}`
    const kinds = [
      `<userTask id="${id}" name="Check ${index}" camunda:assignee="\${owner${index}}" camunda:candidateGroups="clerks" camunda:dueDate="\${now()}"/>`,
      `<serviceTask id="${id}" camunda:expression="\${amount * ${index} + total}" camunda:resultVariable="total"/>`,
      `<scriptTask id="${id}" scriptFormat="javascript" camunda:resultVariable="sum"><script>execution.getVariable('total') + ${index}</script></scriptTask>`,
      `<exclusiveGateway id="${id}"/>`,
      `<receiveTask id="${id}" messageRef="told"/>`,
    ] as const
    add(id, kinds[index % kinds.length] ?? '')
  }
  add('end', '<endEvent id="end"/>')
  return definitions(
    `<message id="told" name="told"/><process id="long" isExecutable="true"><startEvent id="start"/>${parts.join('')}</process>`,
  )
}

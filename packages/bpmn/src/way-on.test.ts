import { expect, test } from 'vitest'
import { bpmn, bpmnOf, rawXml } from './builder/index.ts'
import { readModel } from './testing/read-model.ts'
import { readWayOn } from './way-on.ts'

const model = readModel(bpmnOf('camunda')`<process id="p" isExecutable="true"><startEvent id="s"/>
  <sequenceFlow id="a" sourceRef="s" targetRef="rule"/>
  <businessRuleTask id="rule" camunda:decisionRef="who" camunda:resultVariable="groups"/>
  <sequenceFlow id="b" sourceRef="rule" targetRef="approve"/>
  <userTask id="approve" camunda:candidateGroups="\${groups}" camunda:assignee="\${boss}"/>
  <sequenceFlow id="c" sourceRef="approve" targetRef="agreed"/><exclusiveGateway id="agreed" default="e"/>
  <sequenceFlow id="d" sourceRef="agreed" targetRef="pay"><conditionExpression>\${approved}</conditionExpression></sequenceFlow>
  <sequenceFlow id="e" sourceRef="agreed" targetRef="end"/>
  <serviceTask id="pay" camunda:type="external" camunda:topic="pay"/>
  <sequenceFlow id="f" sourceRef="pay" targetRef="paid"/><exclusiveGateway id="paid" default="h"/>
  <sequenceFlow id="g" sourceRef="paid" targetRef="end"><conditionExpression>\${done}</conditionExpression></sequenceFlow>
  <sequenceFlow id="h" sourceRef="paid" targetRef="approve"/>
  <endEvent id="end"/></process>`)

function read(elementId: string, isCertain = false) {
  const { conditions, people, decisions, written } = readWayOn(model, elementId, { isCertain })
  return {
    conditions: conditions.map(({ text }) => text),
    people: people.map(({ text }) => text),
    decisions: decisions.map(({ ref }) => ref.text),
    written: [...written],
  }
}

test('the way on ends at the next task of a person, and says whom that is for', () => {
  expect(read('s')).toEqual({
    conditions: [],
    people: [`\${boss}`, `\${groups}`],
    decisions: ['who'],
    written: ['groups'],
  })
})

test('from a task the conditions of what comes next are read, and loops end', () => {
  expect(read('approve')).toMatchObject({ conditions: [`\${approved}`, `\${done}`], decisions: [] })
})

test('what certainly is as it was left ends where others do work', () => {
  expect(read('approve', true).conditions).toEqual([`\${approved}`])
})

test('sub-processes are gone through, and after them continues what follows', () => {
  const nested = readModel(
    bpmn`<process id="p" isExecutable="true">${rawXml(`<startEvent id="s"/>
    <sequenceFlow id="a" sourceRef="s" targetRef="sub"/><subProcess id="sub"><startEvent id="s2"/>
    <sequenceFlow id="b" sourceRef="s2" targetRef="g2"/><exclusiveGateway id="g2"/>
    <sequenceFlow id="c" sourceRef="g2" targetRef="e2"><conditionExpression>\${inside}</conditionExpression></sequenceFlow><endEvent id="e2"/></subProcess>
    <sequenceFlow id="d" sourceRef="sub" targetRef="g"/><exclusiveGateway id="g"/>
    <sequenceFlow id="f" sourceRef="g" targetRef="e"><conditionExpression>\${after}</conditionExpression></sequenceFlow><endEvent id="e"/>`)}</process>`,
  )
  const texts = (from: string) => readWayOn(nested, from, { isCertain: true }).conditions.map(({ text }) => text)
  expect(texts('s').sort()).toEqual([`\${after}`, `\${inside}`])
  expect(texts('s2')).toContain(`\${after}`)
})

test('a task of a person in a sub-process comes before what follows on it', () => {
  const nested = readModel(
    bpmn`<process id="p" isExecutable="true">${rawXml(`<startEvent id="s"/>
    <sequenceFlow id="a" sourceRef="s" targetRef="sub"/><subProcess id="sub"><startEvent id="s2"/>
    <sequenceFlow id="b" sourceRef="s2" targetRef="ask"/><userTask id="ask"/></subProcess>
    <sequenceFlow id="d" sourceRef="sub" targetRef="g"/><exclusiveGateway id="g"/>
    <sequenceFlow id="f" sourceRef="g" targetRef="e"><conditionExpression>\${after}</conditionExpression></sequenceFlow><endEvent id="e"/>`)}</process>`,
  )
  expect(readWayOn(nested, 's', { isCertain: false }).conditions).toEqual([])
  expect(readWayOn(nested, 'ask', { isCertain: true }).conditions.map(({ text }) => text)).toEqual([`\${after}`])
})

test('many ends of a sub-process lead on but once', () => {
  const flows = (from: string, count: number, more = '') =>
    Array.from(
      { length: count },
      (_, index) =>
        `<endEvent id="${from}${index}"/><sequenceFlow id="${from}to${index}" sourceRef="${from}" targetRef="${from}${index}">${more}</sequenceFlow>`,
    ).join('')
  const condition = '<conditionExpression>${x}</conditionExpression>'
  const nested = readModel(
    bpmn`<process id="p" isExecutable="true">${rawXml(`<startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="sub"/>
    <subProcess id="sub"><startEvent id="i"/>${flows('i', 100)}</subProcess>
    ${flows('sub', 10, condition)}`)}</process>`,
  )
  expect(readWayOn(nested, 'i', { isCertain: true }).conditions).toHaveLength(10)
})

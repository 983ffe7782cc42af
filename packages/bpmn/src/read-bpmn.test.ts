import { describe, expect, it } from 'vitest'
import { bpmn, process, rawXml } from './builder/index.ts'
import { problemCodes } from './problems.ts'
import { readBpmn } from './read-bpmn.ts'

function problemsOf(xml: string, limits = {}) {
  const result = readBpmn(xml, limits)
  return result.ok ? [] : result.problems
}

describe('readBpmn', () => {
  it('reads every process of a file', () => {
    const result = readBpmn(
      bpmn`<process id="a" isExecutable="true"><startEvent id="s1"/></process><process id="b" isExecutable="false"><startEvent id="s2"/></process>`,
    )
    if (!result.ok) throw new Error('Expected the file to be readable.')
    expect(result.document.processes.map(({ id, isExecutable }) => [id, isExecutable])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(result.document.warnings).toMatchObject([
      { code: 'bpmn.not-executable', elementId: 'b', severity: 'warning', line: 3 },
    ])
  })

  it('lists all errors at once, each with its element and place', () => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
  <process id="p" isExecutable="true">
    <startEvent id="s"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="gone"/>
    <callActivity id="call"/>
    <intermediateCatchEvent id="c">
      <timerEventDefinition/>
    </intermediateCatchEvent>
  </process>
</definitions>`
    const errors = problemsOf(xml).filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code, elementId, line, column }) => [code, elementId, line, column])).toEqual([
      ['event.timer', 'c', 7, 7],
      ['flow.target', 'f', 4, 5],
      ['activity.call', 'call', 5, 5],
    ])
  })

  it('writes each problem as a sentence, with a code that is listed', () => {
    const problems = problemsOf(
      bpmn`<process id="p" isExecutable="true"><startEvent id="s"/><startEvent id="s"/><exclusiveGateway id="g"/><scriptTask id="t"/></process>`,
    )
    expect(problems.length).toBeGreaterThan(3)
    for (const { code, message } of problems) {
      expect(problemCodes).toHaveProperty([code])
      expect(message).toMatch(/^Expected .+, but .+\.$/s)
    }
  })

  it('refuses what is not XML or not BPMN', () => {
    expect(problemsOf('')).toMatchObject([{ code: 'xml.malformed' }])
    expect(problemsOf('<a>\n<b></a>')).toMatchObject([{ code: 'xml.malformed', elementId: null, line: 2 }])
    expect(problemsOf('<definitions/>')).toMatchObject([{ code: 'bpmn.not-definitions' }])
    expect(problemsOf('<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"/>')).toMatchObject([
      { code: 'bpmn.not-definitions' },
    ])
  })

  it('refuses document types and passes no limit', () => {
    expect(problemsOf(`<!DOCTYPE d [<!ENTITY a "x">]>${process('p').start().toXml().slice(39)}`)).toMatchObject([
      { code: 'xml.doctype' },
    ])
    const xml = process('p').start().toXml()
    expect(problemsOf(xml, { maxLength: 10 })).toMatchObject([
      { code: 'xml.too-large', message: expect.stringContaining('10') },
    ])
    expect(problemsOf(xml, { maxDepth: 2 })).toMatchObject([{ code: 'xml.too-deep' }])
    expect(problemsOf(xml, { maxElements: 2 })).toMatchObject([{ code: 'xml.too-many-elements' }])
    expect(problemsOf(xml, { maxDepth: 3, maxElements: 3 })).toEqual([])
  })

  it('reads prefixed and default namespaces alike', () => {
    const xml = `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:x="http://camunda.org/schema/1.0/bpmn">
      <b:process id="p" isExecutable="true"><b:startEvent id="s"/><b:sequenceFlow id="f" sourceRef="s" targetRef="t"/><b:userTask id="t" x:assignee="kermit"><b:incoming>f</b:incoming></b:userTask></b:process></b:definitions>`
    const result = readBpmn(xml)
    expect(result.ok && result.document.processes[0]?.elements.t).toMatchObject({
      assignee: { text: 'kermit' },
      incoming: ['f'],
    })
  })

  it('handles thousands of elements without an id, and ids made to collide with those it gives, in linear time', () => {
    const count = 20_000
    const named = Array.from({ length: count }, (_, n) => `<textAnnotation id="sequenceFlow_${n + 1}"/>`).join('')
    const flows = '<sequenceFlow sourceRef="s" targetRef="t"/>'.repeat(count)
    const result = readBpmn(
      bpmn`<process id="p" isExecutable="true"><startEvent id="s"/><task id="t"/>${rawXml(named + flows)}</process>`,
    )
    expect(result.ok && result.document.processes[0]?.elements.s?.outgoing.length).toBe(count)
  })

  it('reports every one of many thousand errors', () => {
    const flows = '<sequenceFlow sourceRef="gone" targetRef="s"/>'.repeat(20_000)
    const problems = problemsOf(
      bpmn`<process id="p" isExecutable="true"><startEvent id="s"/>${rawXml(flows)}</process>`,
    )
    expect(problems).toHaveLength(20_000)
  })

  it('reads sub-processes as deep as is allowed', () => {
    const depth = 250
    const open = Array.from({ length: depth }, (_, n) => `<subProcess id="sub${n}"><startEvent id="s${n}"/>`).join('')
    const result = readBpmn(
      bpmn`<process id="p" isExecutable="true"><startEvent id="s"/>${rawXml(open + '</subProcess>'.repeat(depth))}</process>`,
    )
    expect(result.ok && Object.keys(result.document.processes[0]?.elements ?? {})).toHaveLength(2 * depth + 1)
  })
})

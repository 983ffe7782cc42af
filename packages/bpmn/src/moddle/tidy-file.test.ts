import { describe, expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { openFile } from '../testing/moddle.ts'
import { tidyFile } from './tidy-file.ts'

describe('a file for moddle', () => {
  it('has nothing around the sign of an attribute, and no space around ids', () => {
    expect(tidyFile(`<a  name = "x = 'y' "  id\n=' b '><!-- <c d = "e"> --><![CDATA[<f g = "h">]]></a>`)).toBe(
      `<a  name="x = 'y' "  id='b'><!-- <c d = "e"> --><![CDATA[<f g = "h">]]></a>`,
    )
  })

  it('stays unchanged when there is nothing to do', () => {
    const xml = '<?xml version = "1.0"?>\n<a b="1" c=\'2 = 3\'>x = "y" &lt; z</a>'
    expect(tidyFile(xml)).toBe(xml)
  })

  it('loses no name and no flow by it', async () => {
    const xml =
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s" name = "Begin"/><sequenceFlow id="f " sourceRef="s" targetRef=" e"/><endEvent id="e"/></process></definitions>'
    const read = (text: string) => {
      const result = readBpmn(text)
      return result.ok ? result.document.processes : result.processes
    }
    const { save } = await openFile(xml)
    expect(read(await save())).toEqual(read(xml))
  })

  it.each([
    ['a carriage return and a tab in an attribute', '<task id="e" name="Gateway&#xD;&#xA;(Split&#9;Flow)"/>'],
    ['a carriage return in a text', '<task id="e"><documentation>One&#xD;two</documentation></task>'],
  ])('keeps %s', async (_, task) => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/>${task}</process></definitions>`
    const read = (text: string) => {
      const result = readBpmn(text)
      return (result.ok ? result.document.processes : result.processes)[0]?.elements.e
    }
    const { save } = await openFile(xml)
    expect(read(await save())).toEqual(read(xml))
  })

  it('keeps texts of elements that BPMN does not have', async () => {
    const xml =
      '<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><b:interface id="i" name="I"><b:operation id="o" name="O"><b:inMessageRef>m</b:inMessageRef><b:serviceInputRef>in</b:serviceInputRef><b:sendResultOperationRef>out</b:sendResultOperationRef></b:operation></b:interface><b:message id="m"/></b:definitions>'
    const saved = await (await openFile(xml)).save()
    expect(saved).toContain('<b:serviceInputRef>in</b:serviceInputRef>')
    expect(saved).toContain('<b:sendResultOperationRef>out</b:sendResultOperationRef>')
  })

  it.each([
    '<task id="e"><name>x</name></task>',
    '<task id="e"><incoming>f<foo>x</foo></incoming></task>',
    '<task id="e"><__proto__>x</__proto__></task>',
  ])('opens beside an element that cannot be kept: %s', async (task) => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><task id="other" name="Other"/>${task}</process></definitions>`
    expect(await (await openFile(xml)).save()).toContain('name="Other"')
  })
})

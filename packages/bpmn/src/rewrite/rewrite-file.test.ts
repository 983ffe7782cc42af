import { describe, expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { rewriteFile } from './rewrite-file.ts'

const file = (attributes = '', inside = '', declared = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!-- kept -->
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
   ${declared} targetNamespace="t">
  <bpmn:collaboration id="c"><bpmn:participant id="pool" processRef="order" /></bpmn:collaboration>
  <bpmn:process   id='order' isExecutable="true" ${attributes}>${inside}
    <bpmn:startEvent id="start" />
    <bpmn:sequenceFlow id="f" sourceRef="start" targetRef="again" />
    <bpmn:callActivity id="again" calledElement="order" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="plane" bpmnElement="c" /></bpmndi:BPMNDiagram>
</bpmn:definitions>`

function readProcess(xml: string) {
  const read = readBpmn(xml)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const [model] = read.document.processes
  if (model === undefined) throw new Error('Expected a process, but there is none.')
  return model
}

const change = (details: object) => ({ process: { key: 'order', details } })
const camunda = 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"'

describe('a file is rewritten', () => {
  it('not at all where nothing is changed', () => {
    expect(rewriteFile(file(), {})).toBe(file())
    expect(rewriteFile(file(), { process: { key: 'other', details: { name: 'x' } } })).toBe(file())
    expect(rewriteFile('<no xml', change({ name: 'x' }))).toBe('<no xml')
  })

  it('with another key, which pools and steps that call it follow', () => {
    const written = rewriteFile(file(), change({ key: 'orders' }))
    expect(written).toBe(
      file()
        .replace("id='order'", "id='orders'")
        .replace('processRef="order"', 'processRef="orders"')
        .replace('calledElement="order"', 'calledElement="orders"'),
    )
  })

  it('with a name that may have any sign', () => {
    const name = `A & "B" <c> 'd' \n e`
    expect(readProcess(rewriteFile(file(), change({ name }))).name).toBe(name)
    expect(readProcess(rewriteFile(file('name="Old"'), change({ name }))).name).toBe(name)
  })

  it.each([
    ['a new one', ''],
    ['one that is there', '<bpmn:documentation>Old </b> of it</bpmn:documentation>'.replace('</b>', '')],
    ['one with CDATA', '<bpmn:documentation><![CDATA[</bpmn:documentation>]]></bpmn:documentation>'],
    ['an empty one', '<bpmn:documentation/>'],
    ['several', '<bpmn:documentation>a</bpmn:documentation><bpmn:documentation>b</bpmn:documentation>'],
  ])('with documentation in place of %s', (_, inside) => {
    const written = rewriteFile(file('', inside), change({ documentation: 'What it does: a < b' }))
    expect(readProcess(written).documentation).toBe('What it does: a < b')
    expect(readProcess(rewriteFile(written, change({ documentation: null }))).documentation).toBeNull()
  })

  it.each([
    ['our own words in a file that has none', '', '', 'millrace'],
    ['the words of the file', '', camunda, 'camunda'],
    [
      'the word that it has',
      'camunda:candidateStarterUsers="old" camunda:candidateStarterGroups="old"',
      camunda,
      'camunda',
    ],
  ])('with candidate starters in %s', (_, attributes, declared, dialect) => {
    const details = { starterUsers: 'ann,bob', starterGroups: 'clerks' }
    const written = rewriteFile(file(attributes, '', declared), change(details))
    const model = readProcess(written)
    expect(model.dialect).toBe(dialect)
    expect(model.candidateStarterUsers.map(({ text }) => text)).toEqual(['ann', 'bob'])
    expect(model.candidateStarterGroups.map(({ text }) => text)).toEqual(['clerks'])
    const without = readProcess(rewriteFile(written, change({ starterUsers: null, starterGroups: null })))
    expect([without.candidateStarterUsers, without.candidateStarterGroups]).toEqual([[], []])
  })

  it('with other keys of forms and of called processes', () => {
    const inside =
      '<bpmn:userTask id="u" camunda:formKey="trip" name="trip" /><bpmn:userTask id="v" camunda:formKey="kept" /><bpmn:callActivity id="w" calledElement="billing" />'
    const written = rewriteFile(file('', inside, camunda), {
      formKeys: new Map([['trip', 'trip-copy']]),
      calledKeys: new Map([['billing', 'billing-copy']]),
    })
    expect(written).toBe(
      file('', inside, camunda)
        .replace('formKey="trip"', 'formKey="trip-copy"')
        .replace('calledElement="billing"', 'calledElement="billing-copy"'),
    )
  })

  it('with other keys of decisions', () => {
    const inside = '<bpmn:businessRuleTask id="b" camunda:decisionRef="dish" camunda:resultVariable="dish" />'
    const written = rewriteFile(file('', inside, camunda), { decisionKeys: new Map([['dish', 'dish-copy']]) })
    expect(written).toBe(file('', inside, camunda).replace('decisionRef="dish"', 'decisionRef="dish-copy"'))
  })
})

import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../builder/index.ts'
import type { Dialect } from '../model.ts'
import { readBpmn } from '../read-bpmn.ts'
import { listErrors, listWarnings } from '../testing/read-model.ts'

function file(inside: string, beside = '', dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`${rawXml(beside)}<process id="p" isExecutable="true"><startEvent id="s"/>${rawXml(inside)}</process>`
}

describe('elements', () => {
  it('of the BPMN namespace exist in BPMN 2.0', () => {
    expect(listErrors(file('<startEventThisIsNotRight id="x"/>'))).toEqual(['bpmn.unknown-element x'])
    expect(listErrors(file('<task id="x"><colour/></task>'))).toContain('bpmn.unknown-element x')
    expect(listErrors(file('', '<nonsense/>'))).toEqual(['bpmn.unknown-element nonsense_1'])
  })

  it('may be anything inside extensions, documentation and free text', () => {
    const free =
      '<documentation>Press <b>the button</b></documentation><extensionElements><anything/></extensionElements>'
    expect(listErrors(file(`<textAnnotation id="a"><text><p>note</p></text></textAnnotation>`, ''))).toEqual([])
    expect(listErrors(bpmnOf('bpmn')`<process id="p">${rawXml(free)}<startEvent id="s"/></process>`)).toEqual([])
  })

  it('that flow is in a process or sub-process', () => {
    expect(listErrors(file('', '<userTask id="lost"/>'))).toEqual(['bpmn.misplaced-element lost'])
    expect(listErrors(file('<task id="t"><sequenceFlow id="f" sourceRef="s" targetRef="t"/></task>'))).toContain(
      'bpmn.misplaced-element f',
    )
  })

  it('that BPMN has and nobody executes are let be', () => {
    const artifacts = `<dataStoreReference id="d"/><dataObjectReference id="r" dataObjectRef="o"/><dataObject id="o"/><group id="g"/><textAnnotation id="a"/>
      <task id="t"><ioSpecification id="io"><dataInput id="in"/><inputSet id="is"/><outputSet id="os"/></ioSpecification></task><sequenceFlow id="f" sourceRef="s" targetRef="t"/>`
    expect(
      listErrors(
        file(
          artifacts,
          '<collaboration id="c"><participant id="pa" processRef="p"/><messageFlow id="mf" sourceRef="pa" targetRef="t"/></collaboration><category id="cat"><categoryValue id="cv"/></category>',
        ),
      ),
    ).toEqual([])
  })
})

describe('attributes', () => {
  it('without a prefix are those of BPMN 2.0', () => {
    expect(
      listErrors(
        file('<task id="t" assignee="ada" colour="red"/><sequenceFlow id="f" sourceRef="s" targetRef="t" source="x"/>'),
      ),
    ).toEqual(['bpmn.unknown-attribute t', 'bpmn.unknown-attribute t', 'bpmn.unknown-attribute f'])
    expect(listErrors(file('', '<message id="m" name="m" topic="x"/>'))).toEqual(['bpmn.unknown-attribute m'])
  })

  it('of vendors, and inside extensions, are not asked', () => {
    const task = `<userTask id="t" camunda:anything="x"><extensionElements><camunda:thing any="x"/><thing xmlns="urn:own" any="x"/></extensionElements></userTask>`
    expect(listErrors(file(`${task}<sequenceFlow id="f" sourceRef="s" targetRef="t"/>`))).toEqual([])
  })

  it('of our own are reported when nobody reads them', () => {
    const ours = 'xmlns:millrace="urn:millrace:bpmn:1.0"'
    const task = `<userTask ${ours} id="t" millrace:assignee="ann" millrace:asignee="bob" millrace:topic="x"/>`
    const flow = `<sequenceFlow ${ours} id="f" sourceRef="s" targetRef="t" millrace:skipExpression="= a"/>`
    const xml = file(`${task}${flow}`)
    expect(listErrors(xml)).toEqual([])
    expect(listWarnings(xml)).toEqual(['bpmn.unknown-attribute t', 'bpmn.unknown-attribute t'])
  })

  it('have a value that they can have', () => {
    const wrong = `<userTask id="t" isForCompensation="yes" startQuantity="one"/><adHocSubProcess id="a" ordering="Random"><task id="b"/></adHocSubProcess>`
    expect(listErrors(file(`${wrong}<sequenceFlow id="f" sourceRef="s" targetRef="t"/>`))).toEqual([
      'bpmn.value-invalid t',
      'bpmn.value-invalid t',
      'bpmn.value-invalid a',
    ])
    const right = `<userTask id="t" isForCompensation=" 0 " startQuantity="-1"/>`
    expect(listErrors(file(`${right}<sequenceFlow id="f" sourceRef="s" targetRef="t"/>`))).toEqual([])
  })
})

describe('ids', () => {
  it('stand once in the file', () => {
    expect(listErrors(file('<task id="s"/>'))).toContain('bpmn.id-duplicate s')
    expect(listErrors(file('', '<message id="s" name="m"/>'))).toContain('bpmn.id-duplicate s')
  })

  it.each(['1st', 'two words', 'a:b', ''])('cannot be “%s”', (id) => {
    expect(listErrors(file(`<textAnnotation id="${id}"/>`)).map((text) => text.split(' ')[0])).toEqual([
      'bpmn.id-invalid',
    ])
  })

  it.each(['_1', 'Übung-3', 'タスク', 'a.b', '__proto__'])('can be “%s”', (id) => {
    expect(listErrors(file(`<task id="${id}"/><sequenceFlow id="f" sourceRef="s" targetRef="${id}"/>`))).toEqual([])
  })

  it('and names can be stored', () => {
    expect(
      listErrors(bpmnOf('flowable')`<process id="${`p${'x'.repeat(255)}`}"><startEvent id="s"/></process>`).map(
        (text) => text.split(' ')[0],
      ),
    ).toEqual(['bpmn.id-too-long'])
    expect(
      listErrors(bpmnOf('flowable')`<process id="p" name="${'x'.repeat(256)}"><startEvent id="s"/></process>`),
    ).toEqual(['bpmn.id-too-long p'])
  })

  it('are needed by processes, signals, errors and escalations', () => {
    expect(listErrors(bpmnOf('flowable')`<process><startEvent id="s"/></process>`)).toEqual(['bpmn.id-missing'])
    expect(listErrors(file('', '<signal name="a"/><error errorCode="b"/><escalation/>'))).toEqual([
      'bpmn.id-missing',
      'bpmn.id-missing',
      'bpmn.id-missing',
    ])
  })
})

describe('signals', () => {
  it('have a name of their own and a scope that exists', () => {
    expect(listErrors(file('', '<signal id="a"/>'))).toEqual(['bpmn.name-missing a'])
    expect(listErrors(file('', '<signal id="a" name="x"/><signal id="b" name="x"/>'))).toEqual([
      'bpmn.name-duplicate b',
    ])
    expect(listErrors(file('', '<signal id="a" name="x" flowable:scope="galaxy"/>', 'flowable'))).toEqual([
      'bpmn.value-invalid a',
    ])
  })
})

describe('processes', () => {
  it('that are not executable are kept with a warning, and their errors are none', () => {
    const result = readBpmn(
      bpmnOf(
        'camunda',
      )`<process id="doc"><task id="t"/><sequenceFlow id="f" sourceRef="t" targetRef="gone"/></process>`,
    )
    if (!result.ok) throw new Error('Expected the file to be readable.')
    expect(result.document.processes).toMatchObject([{ id: 'doc', isExecutable: false }])
    expect(result.document.warnings.map(({ code, severity }) => [code, severity])).toEqual([
      ['bpmn.not-executable', 'warning'],
      ['flow.target', 'warning'],
      ['start.none', 'warning'],
    ])
  })

  it('are not needed', () => {
    expect(listWarnings(bpmnOf('bpmn')`<message id="m"/>`)).toEqual(['bpmn.no-process'])
  })
})

describe('associations', () => {
  it('join elements of the file', () => {
    expect(listErrors(file('<textAnnotation id="a"/><association id="x" sourceRef="s" targetRef="a"/>'))).toEqual([])
    expect(listErrors(file('<association id="x" sourceRef="s" targetRef="gone"/>'))).toEqual([
      'bpmn.reference-unknown x',
    ])
    expect(listErrors(file('<association id="x" sourceRef="s" targetRef="gone"/>', '', 'flowable'))).toEqual([])
    expect(listErrors(file('<association id="x" sourceRef="s"/>', '', 'flowable'))).toEqual([
      'bpmn.reference-missing x',
    ])
  })
})

describe('the diagram', () => {
  it('may draw what is not there, with a warning', () => {
    const diagram = `<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"><di:BPMNPlane bpmnElement="p"><di:BPMNShape bpmnElement="s"/><di:BPMNShape bpmnElement="gone"/></di:BPMNPlane></di:BPMNDiagram>`
    expect(listErrors(file('', diagram))).toEqual([])
    expect(listWarnings(file('', diagram))).toEqual(['bpmn.reference-unknown'])
  })
})

import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/moddle.ts'
import { listLosses } from './list-losses.ts'
import { planPutBack } from './plan-put-back.ts'
import { putBack } from './put-back.ts'

const file = (process: string, { root = '', attributes = '' } = {}) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:v="urn:vendor" xmlns:t="urn:own" targetNamespace="urn:own" ${attributes}>${root}<process id="order">${process}</process></definitions>`

/** Opens a file in moddle and writes it, with what moddle leaves out. */
async function write(xml: string): Promise<string> {
  const saved = await (await openFile(xml)).save()
  return putBack(saved, planPutBack(xml, saved))
}

describe('a file that moddle writes has all of it again', () => {
  it.each([
    [
      'an element of a vendor without a namespace',
      file(
        '<task id="a"><extensionElements><v:config a="1"><Entry xmlns="" key="A"/></v:config></extensionElements></task>',
      ),
    ],
    [
      'such an element right in the extension',
      file('<task id="a"><extensionElements><Entry xmlns="" key="A"><Inner/></Entry></extensionElements></task>'),
    ],
    [
      'text between elements of a vendor',
      file('<task id="a"><extensionElements><v:note>one<v:b>two</v:b>three</v:note></extensionElements></task>'),
    ],
    [
      'space around CDATA of a vendor',
      file('<task id="a"><extensionElements><v:note> <![CDATA[<x>]]> </v:note></extensionElements></task>'),
    ],
    [
      'elements of a vendor in documentation',
      file('<task id="a"><documentation textFormat="x">See <v:link to="b"/>, please.</documentation></task>'),
    ],
    ['markup in a note', file('<textAnnotation id="n"><text>One <v:b>bold</v:b> word</text></textAnnotation>')],
    ['markup in a script', file('<scriptTask id="s"><script><v:code>x</v:code></script></scriptTask>')],
    [
      'markup in a condition',
      file(
        '<sequenceFlow id="f"><conditionExpression xsi:type="tFormalExpression">a<v:b/>c</conditionExpression></sequenceFlow>',
      ),
    ],
    [
      'documentation of an extension',
      file('', {
        root: '<extension definition="v:model" mustUnderstand="true"><documentation id="author">Ann</documentation></extension>',
      }),
    ],
    [
      'types that are not in the file',
      file('', {
        root: '<resource id="r"><resourceParameter id="p" type="xs:string"/></resource><correlationProperty id="c" type="xs:string"/><escalation id="e" structureRef="xs:int"/>',
      }),
    ],
    [
      'types and operations of other files that are called as an element is',
      file('', {
        root: '<itemDefinition id="Order" structureRef="v:Order"/><interface id="Baker" name="Baker" implementationRef="v:Baker"><operation id="bake" name="Bake" implementationRef="v:bake"><inMessageRef>t:m</inMessageRef></operation></interface><message id="m" itemRef="t:Order"/><error id="v" structureRef="v:Order"/>',
      }),
    ],
    [
      'a message path',
      file('', {
        root: '<message id="m"/><correlationProperty id="c"><correlationPropertyRetrievalExpression id="x" messageRef="m"><messagePath id="mp">$.id</messagePath></correlationPropertyRetrievalExpression></correlationProperty>',
      }),
    ],
    [
      'a data path',
      file(
        '<correlationSubscription id="s"><correlationPropertyBinding id="b"><dataPath id="d">x</dataPath></correlationPropertyBinding></correlationSubscription>',
      ),
    ],
    [
      'a partition element',
      file('<laneSet id="l"><lane id="la"><partitionElement xsi:type="tBaseElement" id="p"/></lane></laneSet>'),
    ],
    [
      'a process of another file',
      file('', { root: '<collaboration id="c"><participant id="p" processRef="v:far"/></collaboration>' }),
    ],
    [
      'an element of a vendor with the id of a step',
      file('<task id="a"><extensionElements><v:note id="a">x<v:b/>y</v:note></extensionElements></task>'),
    ],
    ['elements of a vendor among those of BPMN', file('<v:lamp id="l"><v:on/></v:lamp><task id="a"/>')],
  ])('%s', async (_what, xml) => {
    const written = await write(xml)
    expect(listLosses(xml, written)).toEqual([])
    // What was put back once stays where it is: a second way through changes nothing.
    expect(await write(written)).toBe(written)
  })

  it('to the letter where it is of a vendor', async () => {
    const note = '<v:note a="1">one<v:b xmlns:w="urn:w" w:c="2">two</v:b><!-- three -->  <d xmlns=""/></v:note>'
    expect(await write(file(`<task id="a"><extensionElements>${note}</extensionElements></task>`))).toContain(note)
  })

  it('references without their prefix', async () => {
    const xml = file(
      '<task id="a"/><task id="b"><incoming>t:f</incoming></task><sequenceFlow id="f" sourceRef="t:a" targetRef="v:b"/><boundaryEvent id="e" attachedToRef="t:a"/>',
    )
    const { messages, get } = await openFile(xml)
    expect(messages.filter((message) => message.startsWith('unresolved'))).toEqual([])
    expect(get('f').get('targetRef')).toBe(get('b'))
    expect(get('e').get('attachedToRef')).toBe(get('a'))
    expect(listLosses(xml, await write(xml))).toEqual([])
  })
})

describe('a part that was left out', () => {
  const original = file('<task id="a" v:one="1"><extensionElements><v:big/></extensionElements></task><task id="b"/>')
  const written = file('<task id="a"/><task id="b"/>')
  const parts = planPutBack(original, written)

  it('goes with its element', () => {
    expect(putBack(file('<task id="b"/>'), parts)).toBe(file('<task id="b"/>'))
  })

  it('follows its element to another id, another kind and another place', () => {
    const changed = file('<userTask id="c" name="new"/><task id="b"/>')
    const expected =
      '<userTask id="c" name="new" v:one="1">\n<extensionElements><v:big/></extensionElements>\n</userTask>'
    expect(putBack(changed, parts, new Map([['a', 'c']]))).toBe(file(`${expected}<task id="b"/>`))
  })

  it('gets extension elements again where the editor dropped them', () => {
    const hidden = '<task id="a"><documentation>Why</documentation><extensionElements/></task>'
    const full = hidden.replace('<extensionElements/>', '<extensionElements><v:one/><v:two/></extensionElements>')
    const changed = file(
      '<b:userTask xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" id="a"><b:documentation>Why</b:documentation></b:userTask>',
    )
    const back = putBack(changed, planPutBack(file(full), file(hidden)))
    expect(back).toContain(
      '</b:documentation>\n<b:extensionElements><v:one/>\n<v:two/></b:extensionElements></b:userTask>',
    )
  })

  it('comes together with others of its element', () => {
    const full = file(
      '<task id="a" v:one="1"><extensionElements><v:one/></extensionElements><ioSpecification id="io"/></task><task id="b"/>',
    )
    const hidden = file('<task id="a"><extensionElements/></task><task id="b"/>')
    const back = putBack(written, planPutBack(full, hidden))
    expect(listLosses(full, back)).toEqual([])
  })

  it('does not undo what somebody has done since', () => {
    const changed = file(
      '<task id="a" v:one="2"><extensionElements><v:other/></extensionElements></task><task id="b"/>',
    )
    expect(putBack(changed, parts)).toBe(changed)
  })

  it('brings its namespaces along', () => {
    const bare = written.replaceAll(/ xmlns:(?:v|t|xs)="[^"]*"/g, '')
    const back = putBack(bare, planPutBack(original, bare))
    expect(listLosses(original, back)).toEqual([])
  })

  it('is not a shape of what was deleted', () => {
    const plane = (inside: string) =>
      `<di:BPMNDiagram><di:BPMNPlane id="p" bpmnElement="order">${inside}</di:BPMNPlane></di:BPMNDiagram>`
    const shape = '<di:BPMNShape bpmnElement="a"><dc:Bounds x="1" y="1" width="2" height="2"/></di:BPMNShape>'
    const drawn = (process: string, inside: string) =>
      file(process).replace('</definitions>', `${plane(inside)}</definitions>`)
    const lost = planPutBack(drawn('<task id="a"/><task id="b"/>', shape), drawn('<task id="a"/><task id="b"/>', ''))
    expect(putBack(drawn('<task id="a"/>', ''), lost)).toContain('BPMNShape')
    expect(putBack(drawn('<task id="b"/>', ''), lost)).not.toContain('BPMNShape')
  })

  it('costs nothing where nothing was left out', () => {
    expect(planPutBack(written, written)).toEqual([])
    expect(putBack('anything', [])).toBe('anything')
  })
})

import { describe, expect, it } from 'vitest'
import { listLosses } from './list-losses.ts'

const file = (process: string, { drawing = '', root = '', prefix = '' } = {}) => {
  const p = prefix === '' ? '' : `${prefix}:`
  return `<${p}definitions xmlns${prefix === '' ? '' : `:${prefix}`}="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
    xmlns:dd="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:v="urn:vendor" xmlns:own="urn:own" targetNamespace="urn:own">${root}
<${p}process id="order">${process}</${p}process>
${drawing}</${p}definitions>`
}
const drawing = (inside: string) =>
  `<di:BPMNDiagram><di:BPMNPlane bpmnElement="order">${inside}</di:BPMNPlane></di:BPMNDiagram>`

const shape =
  '<di:BPMNShape id="s" bpmnElement="pack"><dc:Bounds x="10" y="20" width="100" height="80"/></di:BPMNShape>'
const edge = (points: string) => `<di:BPMNEdge id="e" bpmnElement="flow">${points}</di:BPMNEdge>`
const task = '<task id="pack" name="Pack"/>'

function lost(before: string, after: string): string[] {
  return (listLosses(before, after) ?? []).map(
    ({ kind, part, owner }) => `${kind} ${part}${owner ? ` of ${owner}` : ''}`,
  )
}

describe('two files are the same', () => {
  it.each([
    ['with other prefixes', file(task), file('<b:task id="pack" name="Pack"/>', { prefix: 'b' })],
    [
      'with attributes that say the default',
      file('<task id="pack" startQuantity="1" isForCompensation="0"/>'),
      file('<task id="pack"/>'),
    ],
    [
      'with children of different names in another order',
      file('<task id="a"><incoming>f</incoming><outgoing>g</outgoing></task>'),
      file('<task id="a"><outgoing>g</outgoing><incoming>f</incoming></task>'),
    ],
    ['with a prefix before a reference', file('<task id="a" default="own:f"/>'), file('<task id="a" default="f"/>')],
    [
      'with a foreign prefix before an id of the file',
      file(`${task}<boundaryEvent id="b" attachedToRef="v:pack"/>`),
      file(`${task}<boundaryEvent id="b" attachedToRef="pack"/>`),
    ],
    [
      'with places that differ by less than half a pixel',
      file(task, { drawing: drawing(shape) }),
      file(task, { drawing: drawing(shape.replace('"10"', '"10.4"')) }),
    ],
    [
      'with a type in place of an element of its name',
      file(
        '<potentialOwner id="p"><resourceAssignmentExpression id="r"><formalExpression>x</formalExpression></resourceAssignmentExpression></potentialOwner>',
      ),
      file(
        '<potentialOwner id="p"><resourceAssignmentExpression id="r"><expression xsi:type="tFormalExpression">x</expression></resourceAssignmentExpression></potentialOwner>',
      ),
    ],
    ['with more in the later one', file(task), file(`${task}<task id="more"/>`, { drawing: drawing(shape) })],
  ])('%s', (_what, before, after) => {
    expect(lost(before, after)).toEqual([])
  })
})

describe('what another file lacks is listed', () => {
  it.each([
    [
      'an element, with all that is in it',
      file(`${task}<subProcess id="sub" name="Ship"><task id="in"/></subProcess>`),
      file(task),
      ['element subProcess of Ship'],
    ],
    [
      'an attribute',
      file('<task id="pack" completionQuantity="3"/>'),
      file('<task id="pack"/>'),
      ['attribute completionQuantity of pack'],
    ],
    [
      'a type',
      file('<lane id="l"><childLaneSet xsi:type="tOther"/></lane>'),
      file('<lane id="l"><childLaneSet/></lane>'),
      ['attribute type of l'],
    ],
    [
      'a name, also where it is a number or another one in capitals',
      file('<task id="a" name="1"/><task id="b" name="Pack"/>'),
      file('<task id="a" name="1.4"/><task id="b" name="PACK"/>'),
      ['attribute name of Pack', 'attribute name of 1'],
    ],
    [
      'an attribute of a vendor',
      file('<task id="pack" v:colour="red"/>'),
      file('<task id="pack" v:colour="blue"/>'),
      ['attribute colour of pack'],
    ],
    [
      'a text',
      file('<task id="pack"><documentation>One</documentation></task>'),
      file('<task id="pack"><documentation>Two</documentation></task>'),
      ['text documentation of pack'],
    ],
    [
      'content of a vendor',
      file('<task id="pack"><extensionElements><v:a><v:b/></v:a></extensionElements></task>'),
      file('<task id="pack"><extensionElements><v:a/></extensionElements></task>'),
      ['element b of pack'],
    ],
    [
      'space in a text of a vendor',
      file('<task id="pack"><extensionElements><v:a> x</v:a></extensionElements></task>'),
      file('<task id="pack"><extensionElements><v:a>x</v:a></extensionElements></task>'),
      ['text a of pack'],
    ],
    [
      'a shape',
      file(task, { drawing: drawing(shape) }),
      file(task, { drawing: drawing('') }),
      ['element BPMNShape of pack'],
    ],
    [
      'a place',
      file(task, { drawing: drawing(shape) }),
      file(task, { drawing: drawing(shape.replace('"10"', '"12"')) }),
      ['attribute x of pack'],
    ],
    [
      'a label',
      file(task, {
        drawing: drawing(
          shape.replace('</di', '<di:BPMNLabel><dc:Bounds x="1" y="1" width="2" height="2"/></di:BPMNLabel></di'),
        ),
      }),
      file(task, { drawing: drawing(shape) }),
      ['element BPMNLabel of pack'],
    ],
    [
      'a point of a line',
      file(task, {
        drawing: drawing(edge('<dd:waypoint x="1" y="1"/><dd:waypoint x="9" y="1"/><dd:waypoint x="9" y="9"/>')),
      }),
      file(task, { drawing: drawing(edge('<dd:waypoint x="1" y="1"/><dd:waypoint x="9" y="9"/>')) }),
      ['element waypoint of flow'],
    ],
    [
      'a reference into another file',
      file('<participant id="p" processRef="v:far"/>'),
      file('<participant id="p" processRef="far"/>'),
      ['attribute processRef of p'],
    ],
    [
      'the namespace of a type, also where an element has its name',
      file('', { root: '<itemDefinition id="Order" structureRef="v:Order"/>' }),
      file('', { root: '<itemDefinition id="Order" structureRef="Order"/>' }),
      ['attribute structureRef of Order'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(lost(before, after)).toEqual(expected)
  })

  it('with the line of the first file', () => {
    expect(listLosses(file('\n\n<task id="a"/>'), file(''))?.[0]?.line).toBe(7)
  })

  it('unless one of them is no XML', () => {
    expect(listLosses('<a', file(''))).toBe(null)
    expect(listLosses(file(''), '')).toBe(null)
  })
})

it('a shape in a diagram of its own has an origin of its own', () => {
  const inside = '<subProcess id="sub"><task id="pack"/></subProcess>'
  const other = `${drawing('')}<di:BPMNDiagram><di:BPMNPlane bpmnElement="sub">${shape.replace('"10"', '"180"')}</di:BPMNPlane></di:BPMNDiagram>`
  expect(lost(file(inside, { drawing: drawing(shape) }), file(inside, { drawing: other }))).toEqual([])
  expect(
    lost(file(inside, { drawing: drawing(shape) }), file(inside, { drawing: other.replace('"100"', '"10"') })),
  ).toEqual(['attribute width of pack'])
})

it('many elements without an id are compared in a moment', () => {
  const many = (text: string) =>
    file(
      `<task id="a"><extensionElements>${Array.from({ length: 20_000 }, (_, at) => `<v:a n="${at}">${text}</v:a>`).join('')}</extensionElements></task>`,
    )
  expect(lost(many('x'), many('x'))).toEqual([])
  expect(lost(many('x'), many('y'))).toHaveLength(20_000)
})

describe('a comment', () => {
  it.each([
    ['between elements', file(`<!-- Ask Rosa\n  first --><task id="pack"/>`), ['comment Ask Rosa first']],
    [
      'within an element of a vendor',
      file('<task id="pack"><extensionElements><v:a><!-- b --></v:a></extensionElements></task>'),
      ['comment b'],
    ],
    ['before the file begins', `<!-- made by hand -->${file('')}`, ['comment made by hand']],
    ['twice', file('<!-- a --><!-- a -->'), ['comment a', 'comment a']],
    ['of many words', file(`<!-- ${'word '.repeat(40)} -->`), [`comment ${'word '.repeat(12)}…`]],
    ['without words', file('<!-- -->'), []],
    ['that is a text', file('<documentation><![CDATA[<!-- a -->]]></documentation>'), []],
  ])('%s is lost where the other file lacks it', (_where, before, losses) => {
    const after = before.includes('CDATA') ? before : before.replaceAll(/<!--[^-]*-->/g, '')
    expect(lost(before, after)).toEqual(losses)
    expect(lost(before, before)).toEqual([])
  })
})

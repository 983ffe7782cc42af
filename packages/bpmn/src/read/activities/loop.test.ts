import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, listWarnings, readElement } from '../../testing/read-model.ts'

const literal = (text: string) => ({ language: 'literal', text })
const uel = (text: string) => ({ language: 'uel', text })

function file(loop: string, dialect: Dialect, attributes = '') {
  return bpmnOf(
    dialect,
  )`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/><userTask id="x" ${rawXml(attributes)}>${rawXml(loop)}</userTask></process>`
}

function read(loop: string, dialect: Dialect = 'camunda', attributes = '') {
  return readElement(file(loop, dialect, attributes), 'userTask', 'x')
}

describe('a loop', () => {
  it('is none without loop characteristics', () => {
    expect(read('').loop).toBeNull()
  })

  it('may be a standard loop', () => {
    const xml = `<standardLoopCharacteristics testBefore="true" loopMaximum="3"><loopCondition>\${more}</loopCondition></standardLoopCharacteristics>`
    expect(read(xml).loop).toEqual({ kind: 'standard', testBefore: true, maximum: 3, condition: uel(`\${more}`) })
    expect(listErrors(file('<standardLoopCharacteristics loopMaximum="many"/>', 'camunda'))).toEqual([
      'bpmn.value-invalid x',
    ])
    expect(read('<standardLoopCharacteristics/>').loop).toEqual({
      kind: 'standard',
      testBefore: false,
      maximum: null,
      condition: null,
    })
  })

  it('may run a number of times', () => {
    const xml = `<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality> 3 </loopCardinality><completionCondition>\${enough}</completionCondition></multiInstanceLoopCharacteristics>`
    expect(read(xml).loop).toMatchObject({
      kind: 'multi-instance',
      isSequential: true,
      cardinality: literal('3'),
      collection: null,
      completionCondition: uel(`\${enough}`),
      aggregations: [],
    })
  })

  it('may run for each element of a collection, in the words of the standard and of the vendors', () => {
    const standard =
      '<multiInstanceLoopCharacteristics><loopDataInputRef>items</loopDataInputRef><inputDataItem name="item"/></multiInstanceLoopCharacteristics>'
    expect(read(standard, 'bpmn').loop).toMatchObject({
      isSequential: false,
      collection: literal('items'),
      elementVariable: 'item',
      indexVariable: null,
    })
    expect(
      read(`<multiInstanceLoopCharacteristics camunda:collection="\${items}" camunda:elementVariable="item"/>`).loop,
    ).toMatchObject({ collection: uel(`\${items}`), elementVariable: 'item' })
    expect(
      read(
        '<multiInstanceLoopCharacteristics flowable:collection="items" flowable:elementVariable="item" flowable:elementIndexVariable="n"/>',
        'flowable',
      ).loop,
    ).toMatchObject({ collection: literal('items'), indexVariable: 'n' })
    const element = `<multiInstanceLoopCharacteristics><extensionElements><flowable:collection><flowable:expression> \${items} </flowable:expression></flowable:collection></extensionElements></multiInstanceLoopCharacteristics>`
    expect(read(element, 'flowable').loop).toMatchObject({ collection: uel(`\${items}`) })
  })

  it('cannot read a collection by Java', () => {
    const handler =
      '<multiInstanceLoopCharacteristics><extensionElements><flowable:collection flowable:class="org.Handler"><flowable:string>[1]</flowable:string></flowable:collection></extensionElements></multiInstanceLoopCharacteristics>'
    expect(listErrors(file(handler, 'flowable'))).toEqual(['bpmn.unsupported x'])
  })

  it('gathers variables in Flowable', () => {
    const xml = `<multiInstanceLoopCharacteristics><extensionElements><flowable:variableAggregation target="reviews" createOverviewVariable="true">
      <variable source="score"/><variable sourceExpression="\${a}" target="b"/></flowable:variableAggregation></extensionElements><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>`
    expect(read(xml, 'flowable').loop).toMatchObject({
      aggregations: [
        {
          target: 'reviews',
          targetExpression: null,
          createOverview: true,
          storeAsTransient: false,
          item: null,
          variables: [
            { source: 'score', target: 'score' },
            { source: uel(`\${a}`), target: 'b' },
          ],
        },
      ],
    })
    expect(
      listWarnings(
        file(
          xml.replace('target="reviews"', `target="reviews" delegateExpression="\${j}"`),
          'flowable',
          'flowable:assignee="a"',
        ),
      ),
    ).toEqual(['bpmn.needs-binding x'])
  })

  it('gathers one variable of each run by the words of the standard, which the vendors do not read', () => {
    const xml =
      '<multiInstanceLoopCharacteristics><loopDataInputRef>in</loopDataInputRef><loopDataOutputRef>out</loopDataOutputRef><outputDataItem name="score"/></multiInstanceLoopCharacteristics>'
    const aggregations = [{ target: 'out', item: 'score', variables: [{ source: 'score', target: 'score' }] }]
    expect(read(xml, 'bpmn').loop).toMatchObject({ aggregations })
    expect(read(xml, 'millrace', 'millrace:assignee="me"').loop).toMatchObject({ aggregations })
    expect(read(xml, 'camunda', 'camunda:assignee="me"').loop).toMatchObject({ aggregations: [] })
  })

  it('reads and leaves its collections by the ids of data objects, too', () => {
    const xml = bpmnOf('bpmn')`<process id="p" isExecutable="true"><dataObject id="D1" name="orders"/>
      <dataObject id="D2"/><dataObjectReference id="R2" name="answers" dataObjectRef="D2"/><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/>
      <userTask id="x"><multiInstanceLoopCharacteristics><loopDataInputRef>D1</loopDataInputRef><loopDataOutputRef>R2</loopDataOutputRef><outputDataItem id="answer"/></multiInstanceLoopCharacteristics></userTask></process>`
    expect(readElement(xml, 'userTask', 'x').loop).toMatchObject({
      collection: literal('orders'),
      aggregations: [{ target: 'answers', item: 'answer' }],
    })
  })

  it('continues asynchronously as a whole in Camunda, each run in Flowable', () => {
    const camunda = read(
      '<multiInstanceLoopCharacteristics camunda:asyncAfter="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
      'camunda',
      'camunda:asyncBefore="true"',
    )
    expect([camunda.async, camunda.loop]).toMatchObject([
      { before: true, after: false },
      { async: { before: false, after: true } },
    ])
    const flowable = read(
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
      'flowable',
      'flowable:async="true"',
    )
    expect([flowable.async, flowable.loop]).toMatchObject([{ before: false }, { async: { before: true } }])
  })
})

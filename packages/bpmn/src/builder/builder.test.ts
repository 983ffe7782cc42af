import { describe, expect, it } from 'vitest'
import { readModel } from '../testing/read-model.ts'
import { bpmn, bpmnOf, process, rawXml } from './index.ts'

describe('the process builder', () => {
  it('joins elements in the order they are added', () => {
    const model = process('order', { name: 'Order' })
      .start()
      .userTask('check', { 'camunda:assignee': 'kermit' })
      .end()
      .build()
    expect(model).toMatchObject({ id: 'order', name: 'Order', isExecutable: true, dialect: 'camunda' })
    expect(Object.values(model.elements).map(({ id, type }) => [id, type])).toEqual([
      ['startEvent1', 'startEvent'],
      ['check', 'userTask'],
      ['endEvent1', 'endEvent'],
    ])
    expect(Object.values(model.flows).map(({ sourceId, targetId }) => [sourceId, targetId])).toEqual([
      ['startEvent1', 'check'],
      ['check', 'endEvent1'],
    ])
  })

  it('branches with conditions and joins again', () => {
    const model = process('p')
      .start()
      .exclusiveGateway('g', { default: 'flow3' })
      .when(`\${a < 1}`)
      .userTask('small')
      .moveTo('g')
      .userTask('big')
      .end('e')
      .moveTo('small')
      .connectTo('e')
      .build()
    expect(model.elements.g?.outgoing).toEqual(['flow2', 'flow3'])
    expect(model.flows.flow2?.condition).toEqual({ language: 'uel', text: `\${a < 1}` })
    expect(model.elements.e?.incoming).toEqual(['flow4', 'flow5'])
  })

  it('nests sub-processes and attaches boundary events', () => {
    const model = process('p', {}, 'bpmn')
      .start()
      .subProcess('sub', (inner) => inner.start().userTask().end())
      .end()
      .moveTo('sub')
      .boundary('timer', '<timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition>', {
        cancelActivity: false,
      })
      .end()
      .build()
    expect(model.dialect).toBe('bpmn')
    expect(model.elements.sub).toMatchObject({
      childIds: ['startEvent2', 'userTask1', 'endEvent1'],
      boundaryEventIds: ['timer'],
    })
    expect(model.elements.timer).toMatchObject({ attachedToId: 'sub', isInterrupting: false })
  })

  it('says what is wrong with an invalid process', () => {
    expect(() => process('p').start().serviceTask('t').build()).toThrow(
      /activity\.implementation: Expected t to have an implementation/,
    )
  })
})

describe('bpmn', () => {
  it('escapes values and takes raw XML unchanged', () => {
    const xml = bpmn`<process id="p" isExecutable="true" name="${'<&"\''}">${rawXml('<startEvent id="s"/>')}</process>`
    expect(readModel(xml)).toMatchObject({ name: '<&"\'', elements: { s: { type: 'startEvent' } } })
  })

  it('may be of one dialect', () => {
    expect(readModel(bpmnOf('flowable')`<process id="p"><startEvent id="s"/></process>`).dialect).toBe('flowable')
    expect(bpmnOf('bpmn')`<process id="p"/>`).not.toContain('camunda')
  })
})
